/** All answers at a glance before several are sent, and a note on the whole. */
import type { ComponentChildren } from "preact";
import { answerOf, type FormState, isAnswered, progress } from "../../../src/core/ask/form.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import { Icon } from "../../shared/icons.tsx";
import { useText } from "../parts/messages.ts";
import { answerInWords } from "../parts/outcome-words.ts";
import { paneWords } from "../parts/pane-words.ts";

export function Review({ form, children }: { form: FormState; children?: ComponentChildren }) {
  const say = paneWords(useText().locale).several;
  const { answered, total } = progress(form);
  return (
    <section class="review" aria-labelledby="review-title">
      <div class="review-head">
        <h2 id="review-title">{say.review}</h2>
        <span class="muted num">{say.answered(answered, total)}</span>
        <progress class="bar-of" max={total} value={answered} aria-hidden="true" />
      </div>
      {form.questions.map((question, index) => {
        const answer = answerOf(form, index);
        const words = isAnswered(form, index) ? answerInWords(question, answer) : [];
        const notes = Object.values(form.entries[index]?.notes ?? {}).filter(Boolean);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions have no id but their place
          <div class="review-one" key={index}>
            <h3>
              <bdi>{safeLine(question.title)}</bdi>
            </h3>
            {words.length === 0 && <p class="muted">{say.notYet}</p>}
            {words.map((word) => (
              <p class="line" key={word}>
                <Icon name="check" />
                <bdi>{word}</bdi>
              </p>
            ))}
            {notes.map((note) => (
              <p class="muted note" key={note}>
                “<bdi>{note}</bdi>”
              </p>
            ))}
          </div>
        );
      })}
      {children}
      <p class="muted small-print">{say.nothingSent}</p>
    </section>
  );
}
