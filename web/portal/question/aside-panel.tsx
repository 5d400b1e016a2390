/** The words of somebody who does not answer: why not, or how the agent should ask. */
import { useText } from "../parts/messages.ts";
import { paneWords } from "../parts/pane-words.ts";
import { TextField } from "../parts/text-field.tsx";
import { isSubmit } from "./keys.ts";

export type Aside = "decline" | "elaborate" | "rephrase";

interface AsidePanelProps {
  aside: Aside;
  words: string;
  onType(words: string): void;
  onSend(): void;
  onBack(): void;
}

export function AsidePanel({ aside, words, onType, onSend, onBack }: AsidePanelProps) {
  const text = useText();
  const say = paneWords(text.locale).back;

  function press(event: KeyboardEvent) {
    if (event.key === "Escape") {
      event.stopPropagation();
      return onBack();
    }
    if (!isSubmit(event)) return;
    event.preventDefault();
    event.stopPropagation(); // Here it sends these words, not the answer.
    onSend();
  }

  return (
    <div class="decline" id="decline">
      <TextField
        id="decline-reason"
        label={aside === "decline" ? text.declineReason : say[aside]}
        value={words}
        onType={onType}
        onKeyDown={press}
        isFocused
      />
      <div class="row">
        <button type="button" class={aside === "decline" ? "danger" : "primary"} onClick={onSend}>
          {aside === "decline" ? text.declineSend : say.send}
        </button>
        <button type="button" onClick={onBack}>
          {text.back}
        </button>
      </div>
    </div>
  );
}
