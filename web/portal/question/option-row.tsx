/** One option: a real radio button or checkbox, what it means, and an optional note. */
import { useState } from "preact/hooks";
import type { Option } from "../../../src/core/ask/question.ts";
import { safeLine, safeText } from "../../../src/core/safety/safe-text.ts";
import { useText } from "../parts/messages.ts";
import { TextField } from "../parts/text-field.tsx";

interface OptionRowProps {
  option: Option;
  id: string;
  groupName: string;
  number: number;
  isRadio: boolean;
  isChosen: boolean;
  note: string;
  offersNote: boolean;
  describedBy: string;
  onChoose(): void;
  onNote(text: string): void;
}

export function OptionRow(props: OptionRowProps) {
  const { option, id, number, isRadio, isChosen, note, offersNote } = props;
  const text = useText();
  const [wantsNote, setWantsNote] = useState(false);
  const label = safeLine(option.label);
  const descriptionId = `${id}-description`;
  const hasDescription = option.description !== undefined && option.description !== "";
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
              hasDescription ? `${descriptionId} ${props.describedBy}` : props.describedBy
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
              {label}
              {option.recommended === true && <span class="badge">{text.recommended}</span>}
            </span>
            {hasDescription && (
              <span class="option-description" id={descriptionId}>
                {safeText(option.description ?? "")}
              </span>
            )}
          </span>
        </label>
        {offersNote && !wantsNote && note === "" && (
          <button
            type="button"
            class="quiet small"
            aria-label={text.addNoteTo(label)}
            onClick={() => setWantsNote(true)}
          >
            {text.addNote}
          </button>
        )}
        {number <= 9 && (
          <span class="option-key" aria-hidden="true">
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
