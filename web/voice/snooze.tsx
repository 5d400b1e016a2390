/** Puts a question off: it leaves the list until then, or until its deadline is near. */
import { useState } from "preact/hooks";
import { snoozeChoices, snoozeWords, whenInWords } from "../shared/snooze.ts";
import { api } from "./api.ts";
import { failureInWords, failureOf } from "./failure.ts";
import { useText } from "./messages.ts";

interface SnoozeProps {
  askId: string;
  expiresAt: string | null;
  onSnoozed(): void;
}

export function SnoozePanel({ askId, expiresAt, onSnoozed }: SnoozeProps) {
  const text = useText();
  const say = snoozeWords(text.locale);
  const [told, setTold] = useState("");
  const [isSnoozed, setSnoozed] = useState(false);
  const endsAt = expiresAt === null ? null : Date.parse(expiresAt);
  const choices = isSnoozed ? [] : snoozeChoices(endsAt, text.locale);

  async function send(until: string | null) {
    try {
      const { snoozed_until: at } = await api.snooze(askId, until);
      setSnoozed(at !== null);
      setTold(at === null ? say.awake : say.until(whenInWords(new Date(at), text.locale)));
      if (at !== null) onSnoozed();
    } catch (error) {
      setTold(failureInWords(failureOf(error), text).join(". "));
    }
  }

  return (
    <div class="ask-back">
      <p role="status" class={told === "" ? "unseen" : ""}>
        {told}
      </p>
      {isSnoozed && (
        <button type="button" onClick={() => void send(null)}>
          {say.wake}
        </button>
      )}
      {!isSnoozed && choices.length === 0 && <p class="muted">{say.tooSoon}</p>}
      <div class="ask-back-kinds">
        {choices.map(({ label, time, until, isCapped }) => (
          <button key={label} type="button" onClick={() => void send(until)}>
            {label} <small class="muted">{isCapped ? say.capped(time) : time}</small>
          </button>
        ))}
      </div>
    </div>
  );
}
