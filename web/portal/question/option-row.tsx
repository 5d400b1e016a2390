/** One option: a real radio button or checkbox, what it means, and an optional note. */
import { useEffect, useState } from "preact/hooks";
import type { Option } from "../../../src/core/ask/question.ts";
import { safeLine, safeText } from "../../../src/core/safety/safe-text.ts";
import { Icon } from "../../shared/icons.tsx";
import { Markdown } from "../../shared/markdown-view.tsx";
import { langOf, Said } from "../../shared/said.tsx";
import { useText } from "../parts/messages.ts";
import { TextField } from "../parts/text-field.tsx";

interface OptionRowProps {
  option: Option;
  id: string;
  groupName: string;
  number: number;
  isRadio: boolean;
  isChosen: boolean;
  isReadOnly: boolean;
  note: string;
  offersNote: boolean;
  describedBy: string;
  onChoose(): void;
  onNote(text: string): void;
}

/** A key asks for the note on an option by this event on its control. */
export const WANTS_NOTE = "askline:note";

export function OptionRow(props: OptionRowProps) {
  const { option, id, number, isRadio, isChosen, isReadOnly, note, offersNote } = props;
  const text = useText();
  const [wantsNote, setWantsNote] = useState(false);
  const label = safeLine(option.label);
  const description = option.description ?? "";
  const descriptionId = `${id}-description`;
  useEffect(() => {
    const control = document.getElementById(id);
    const open = () => setWantsNote(true);
    control?.addEventListener(WANTS_NOTE, open);
    return () => control?.removeEventListener(WANTS_NOTE, open);
  }, [id]);
  return (
    <div class="option">
      <div class="option-line">
        <label for={id}>
          <input
            id={id}
            type={isRadio ? "radio" : "checkbox"}
            name={props.groupName}
            checked={isChosen}
            data-number={number}
            aria-describedby={
              description === "" ? props.describedBy : `${descriptionId} ${props.describedBy}`
            }
            onChange={(event) => {
              props.onChoose();
              // The form decides whether the choice is accepted; until the next render, the
              // control must not claim it was.
              event.currentTarget.checked = isChosen;
            }}
          />
          <span class="option-words">
            <span class="option-label">
              <Said text={label} />
              {option.recommended === true && (
                <span class="badge go">
                  <span aria-hidden="true">★ </span>
                  {text.recommended}
                </span>
              )}
            </span>
            {description !== "" && (
              <span
                class="option-description"
                id={descriptionId}
                dir="auto"
                lang={langOf(description)}
              >
                {MARKS.test(description) ? <Markdown text={description} /> : safeText(description)}
              </span>
            )}
          </span>
        </label>
        {offersNote && !wantsNote && note === "" && (
          <button
            type="button"
            class="icon small note-button"
            aria-label={text.addNoteTo(label)}
            title={text.addNoteTo(label)}
            onClick={() => setWantsNote(true)}
          >
            <Icon name="note" />
          </button>
        )}
        {number <= 9 && !isReadOnly && (
          <span class="kbd option-key" aria-hidden="true">
            {number}
          </span>
        )}
      </div>
      {offersNote && (wantsNote || note !== "") && (
        <TextField
          id={`${id}-note`}
          label={text.noteOn(label)}
          value={note}
          onType={props.onNote}
          isFocused={wantsNote && note === ""}
        />
      )}
    </div>
  );
}

/** Without any of these, it is text and needs no renderer. */
const MARKS = /[`*_~[\]#>|\n]|https?:/;
