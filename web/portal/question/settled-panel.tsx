/** What was decided, by whom and where, shown once nothing can be entered any more. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Reply } from "../../../src/core/ask/answer.ts";
import type { SettledAsk } from "../../../src/core/ask/ask.ts";
import { changesOf } from "../../../src/core/ask/edited-call.ts";
import {
  isUntaken,
  quietMs,
  wordDifference,
  wordEnding,
  wordUntaken,
} from "../../../src/core/ask/effect-words.ts";
import { smallPrint } from "../../../src/core/ask/seal-words.ts";
import { safeLine, safeText } from "../../../src/core/safety/safe-text.ts";
import { Link } from "../../shared/link.tsx";
import { type Messages, useText } from "../parts/messages.ts";
import { answerInWords, outcomeSentence } from "../parts/outcome-words.ts";
import { ago } from "../parts/time.ts";

export function SettledPanel({ ask, isFromHere }: { ask: SettledAsk; isFromHere: boolean }) {
  const text = useText();
  const { outcome } = ask;
  const reason = outcome.status === "rejected" ? outcome.rejectionReason : null;
  const reply = "reply" in outcome ? outcome.reply : undefined;
  const small = smallPrint(ask, text.locale);
  const place = useRef<HTMLElement>(null);
  // The outcome may arrive while the person is far down in the form, and is then the
  // only thing that matters.
  useLayoutEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <section ref={place} class="settled" data-status={outcome.status} role="status" tabIndex={-1}>
      <p class="settled-sentence">{sentenceOn(ask, isFromHere, text)}</p>
      <AgentSide ask={ask} />
      {reply !== undefined && <ReplyInWords ask={ask} reply={reply} isFromHere={isFromHere} />}
      {reason !== null && (
        <p>
          {text.settled.reason}: {safeText(reason)}
        </p>
      )}
      <p class="muted">
        <time dateTime={outcome.provenance.at}>
          {ago(outcome.provenance.at, Date.now(), text.locale)}
        </time>
        {small !== null && ` · ${small}`}
        {isFromHere && ` · ${text.settled.youCanClose}`} ·{" "}
        <Link to="/" class="action-link">
          {text.allQuestions}
        </Link>
      </p>
    </section>
  );
}

function sentenceOn(ask: SettledAsk, isFromHere: boolean, text: Messages): string {
  const ending = wordEnding(ask, text.locale);
  return ending === null ? outcomeSentence(ask.outcome, isFromHere, text) : `${safeLine(ending)}.`;
}

/** What the agent did where that differs, or that nobody has taken the decision for a while. */
function AgentSide({ ask }: { ask: SettledAsk }) {
  const { locale } = useText();
  const difference = wordDifference(ask, locale);
  const isLate = useLateness(ask);
  if (difference !== null) return <p class="difference">{safeLine(difference)}.</p>;
  return isLate ? <p class="muted">{wordUntaken(locale)}.</p> : null;
}

/** The ordinary case is taken within a moment, and shows nothing. */
function useLateness(ask: SettledAsk): boolean {
  const [now, setNow] = useState(() => new Date());
  const quiet = isUntaken(ask) ? quietMs(ask, now) : 0;
  useEffect(() => {
    if (quiet === 0) return;
    const timer = setTimeout(() => setNow(new Date()), quiet);
    return () => clearTimeout(timer);
  }, [quiet]);
  return isUntaken(ask) && quiet === 0;
}

function ReplyInWords({
  ask,
  reply,
  isFromHere,
}: {
  ask: SettledAsk;
  reply: Reply;
  isFromHere: boolean;
}) {
  const text = useText();
  return (
    <>
      <h2 class="over">{isFromHere ? text.settled.sent : text.settled.decided}</h2>
      <dl class="reply">
        {ask.questions.map((question, index) => {
          const answer = reply.answers[index] ?? { optionIds: [] };
          const words = answerInWords(question, answer);
          const notes = Object.entries(answer.optionNotes ?? {});
          return (
            <div key={question.title}>
              <dt>{safeLine(question.title)}</dt>
              <dd>{words.length === 0 ? text.settled.nothing : safeText(words.join(", "))}</dd>
              {answer.editedInput !== undefined &&
                changesOf(ask, answer).map(({ field, before, after }) => (
                  <dd key={field} class="edited">
                    <del>{safeText(before)}</del> <ins>{safeText(after)}</ins>
                  </dd>
                ))}
              {notes.map(([id, note]) => (
                <dd class="muted" key={id}>
                  {text.noteOn(
                    safeLine(question.options.find((option) => option.id === id)?.label ?? id),
                  )}
                  : {safeText(note)}
                </dd>
              ))}
            </div>
          );
        })}
        {reply.globalNote !== undefined && (
          <div>
            <dt>{text.settled.note}</dt>
            <dd>{safeText(reply.globalNote)}</dd>
          </div>
        )}
      </dl>
    </>
  );
}
