/** The ways out of a question, always in sight: submit, cancel, or decline with a reason. */
import { useState } from "preact/hooks";
import { useText } from "../parts/messages.ts";
import { TextField } from "../parts/text-field.tsx";
import { isSubmit } from "./keys.ts";

interface DecideBarProps {
  isSending: boolean;
  progress: { answered: number; total: number };
  reason: string;
  onReason(reason: string): void;
  onCancel(): void;
  onDecline(): void;
}

export function DecideBar({
  isSending,
  progress,
  reason,
  onReason,
  onCancel,
  onDecline,
}: DecideBarProps) {
  const text = useText();
  const [isDeclining, setDeclining] = useState(false);

  function press(event: KeyboardEvent) {
    if (!isSubmit(event)) return;
    event.preventDefault();
    event.stopPropagation(); // Here it sends the reason, not the answer.
    onDecline();
  }

  return (
    <div class="decide">
      {isDeclining && (
        <div class="decline" id="decline">
          <TextField
            id="decline-reason"
            label={text.declineReason}
            value={reason}
            onType={onReason}
            onKeyDown={press}
            isFocused
          />
          <div class="row">
            <button type="button" class="danger" onClick={onDecline}>
              {text.declineSend}
            </button>
            <button type="button" onClick={() => setDeclining(false)}>
              {text.back}
            </button>
          </div>
        </div>
      )}
      <div class="row">
        <button type="submit" class="primary" disabled={isSending}>
          {isSending ? text.sending : text.submit}
        </button>
        <button type="button" onClick={onCancel}>
          {text.cancel}
        </button>
        <button
          type="button"
          class="quiet"
          aria-expanded={isDeclining}
          aria-controls="decline"
          onClick={() => setDeclining(!isDeclining)}
        >
          {text.decline}
        </button>
        <span class="keys-hint muted">
          {progress.total > 1 ? `${text.progress(progress.answered, progress.total)} · ` : ""}
          {text.submitKeys(/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl")}
        </span>
      </div>
    </div>
  );
}
