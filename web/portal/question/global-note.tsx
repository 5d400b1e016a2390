/** A note on everything: a button that becomes a field. */
import { Icon } from "../../shared/icons.tsx";
import { useText } from "../parts/messages.ts";
import { paneWords } from "../parts/pane-words.ts";
import { TextField } from "../parts/text-field.tsx";

interface GlobalNoteProps {
  value: string;
  isReadOnly: boolean;
  isWanted: boolean;
  onWant(): void;
  onType(note: string): void;
}

export function GlobalNote({ value, isReadOnly, isWanted, onWant, onType }: GlobalNoteProps) {
  const text = useText();
  if (isWanted || value !== "") {
    return (
      <fieldset class="question-note" disabled={isReadOnly}>
        <legend class="unseen">{text.globalNote}</legend>
        <TextField
          id="global-note"
          label={text.globalNote}
          value={value}
          onType={onType}
          isFocused={isWanted && value === ""}
        />
      </fieldset>
    );
  }
  if (isReadOnly) return null;
  return (
    <button type="button" class="quiet" onClick={onWant}>
      <Icon name="note" />
      <span class="unseen">{text.addGlobalNote}</span>
      <span aria-hidden="true">{paneWords(text.locale).words.note}</span>
      <span class="kbd" aria-hidden="true">
        N
      </span>
    </button>
  );
}
