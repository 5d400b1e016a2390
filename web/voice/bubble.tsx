/** The person's words that are not a turn yet, and how far they got. */
import { safeText } from "../../src/core/safety/safe-text.ts";
import { CopyButton } from "../shared/copy-button.tsx";
import { sizeOf } from "./attach.tsx";
import { Clip, Clock } from "./icons.tsx";
import { useText } from "./messages.ts";
import type { Outgoing } from "./outbox.ts";
import { langOf } from "./own-language.ts";

interface OutgoingBubbleProps {
  sent: Outgoing;
  /** It is the first that goes out when the network is back. */
  isNext: boolean;
  /** False where no answer is taken here. */
  mayRetry: boolean;
  onRetry(): void;
  onForget(): void;
}

export function OutgoingBubble({ sent, isNext, mayRetry, onRetry, onForget }: OutgoingBubbleProps) {
  const text = useText();
  const { state, file, progress, note } = sent;
  const isLost = state === "failed";
  return (
    <li class="bubble" data-by="me" data-sending={state}>
      <span class="unseen">{text.you}: </span>
      {file !== null && (
        <p class="bubble-file">
          <Clip />
          {text.attached(file.name, sizeOf(file, text.locale))}
        </p>
      )}
      {sent.text !== "" && (
        <p class="bubble-text" dir="auto" lang={langOf(sent.text)}>
          {safeText(sent.text)}
        </p>
      )}
      {file !== null && state === "sending" && (
        <progress max={1} value={progress} aria-label={text.delivery.sending} />
      )}
      <p class="bubble-foot" role={isLost ? "alert" : undefined}>
        {file !== null && state === "sending" ? (
          text.uploading(Math.round(progress * 100))
        ) : state === "waiting" && !isNext ? (
          <span class="delivery" data-state="waiting">
            <Clock />
            {text.waitsItsTurn}
          </span>
        ) : (
          <Progress state={state} note={note} />
        )}
      </p>
      {isLost && (
        <div class="row-of">
          {mayRetry && (
            <button type="button" onClick={onRetry}>
              {text.tryAgain}
            </button>
          )}
          <button type="button" class="quiet" onClick={onForget}>
            {text.remove}
          </button>
          {sent.text !== "" && (
            <CopyButton text={sent.text} label={text.copy} doneLabel={text.copied} />
          )}
        </div>
      )}
    </li>
  );
}

export function Progress({ state, note }: { state: Outgoing["state"]; note: string }) {
  const text = useText();
  const isTrouble = ["failed", "indeterminate", "refused"].includes(state);
  return (
    <span class="delivery" data-state={state}>
      {state === "waiting" && <Clock />}
      {text.delivery[state]}
      {isTrouble && note !== "" && ` ${note}`}
    </span>
  );
}
