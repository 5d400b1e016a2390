/** Which options of this question the person wants to see, now and whenever it is asked again. */
import type { Question } from "../../../src/core/ask/question.ts";
import { takesText } from "../../../src/core/ask/selection.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type { Interaction } from "../../../src/desk/interaction.ts";
import type { ChoicePage } from "../../../src/surfaces/portal/wire.ts";
import { Switch } from "../../shared/controls.tsx";
import { useText } from "../parts/messages.ts";
import type { Saver } from "./saver.ts";

interface OptionVisibilityProps {
  page: ChoicePage;
  saved: Interaction;
  onSave: Saver["save"];
}

export function OptionVisibility({ page, saved, onSave }: OptionVisibilityProps) {
  const say = useText().settings;
  const questions = page.ask.questions.filter(({ options }) => options.length > 0);
  if (questions.length === 0) return null;
  return (
    <section>
      <h3 class="over">{say.options}</h3>
      {questions.map((question) => {
        const held = saved.hiddenOptions?.[question.title] ?? [];
        return (
          <fieldset key={question.title} class="plain">
            <legend class={questions.length === 1 ? "unseen" : ""}>
              {safeLine(question.title)}
            </legend>
            {question.options.map(({ id, label }) => {
              const isNeeded = !held.includes(id) && !canHide(question, held, id);
              return (
                <Switch
                  key={id}
                  label={safeLine(label)}
                  isOn={!held.includes(id)}
                  isDisabled={isNeeded}
                  hint={isNeeded ? say.needed : undefined}
                  onChange={(isShown) =>
                    void onSave((latest) => ({
                      hiddenOptions: withOption(latest, question, id, isShown),
                    }))
                  }
                />
              );
            })}
          </fieldset>
        );
      })}
    </section>
  );
}

/**
 * The desk's own rule (desk/interaction.ts): preselected options stay, and the
 * minimum stays reachable.
 */
function canHide(question: Question, hidden: readonly string[], id: string): boolean {
  const mustStay = Math.max(question.minSelections, takesText(question) ? 0 : 1);
  return (
    !question.defaultOptionIds.includes(id) && question.options.length - hidden.length > mustStay
  );
}

function withOption(
  { hiddenOptions = {} }: Interaction,
  { title }: Question,
  id: string,
  isShown: boolean,
) {
  const others = (hiddenOptions[title] ?? []).filter((other) => other !== id);
  return { ...hiddenOptions, [title]: isShown ? others : [...others, id] };
}
