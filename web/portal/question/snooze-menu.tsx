/** Puts this question off: it leaves every list until then, or until its deadline is near. */
import { useState } from "preact/hooks";
import { Icon } from "../../shared/icons.tsx";
import { snoozeChoices, snoozeWords, whenInWords } from "../../shared/snooze.ts";
import { api } from "../parts/api.ts";
import { failureInWords, failureOf } from "../parts/failure.ts";
import { useText } from "../parts/messages.ts";
import { useMenu } from "./use-menu.ts";

interface SnoozeMenuProps {
  id: string;
  /** Whole seconds; null without a deadline. */
  remaining: number | null;
  onSnoozed(): void;
}

export function SnoozeMenu({ id, remaining, onSnoozed }: SnoozeMenuProps) {
  const text = useText();
  const say = snoozeWords(text.locale);
  const { place, isOpen, toggle, close } = useMenu();
  const [told, setTold] = useState<{ words: string; isSnoozed: boolean } | null>(null);
  const endsAt = remaining === null ? null : Date.now() + remaining * 1000;
  const choices = isOpen ? snoozeChoices(endsAt, text.locale) : [];
  const send = (until: string | null) => {
    close();
    api.snooze(id, { until }).then(
      (done) => {
        const words =
          done.until === null
            ? say.awake
            : say.until(whenInWords(new Date(done.until), text.locale));
        setTold({ words, isSnoozed: done.until !== null });
        if (done.until !== null) onSnoozed();
      },
      (error: unknown) =>
        setTold({ words: failureInWords(failureOf(error), text).message, isSnoozed: false }),
    );
  };
  return (
    <div class="menu-place" ref={place}>
      {told !== null && (
        <span class="moved" role="status">
          {told.words}{" "}
          {told.isSnoozed && (
            <button type="button" class="quiet small" onClick={() => send(null)}>
              {say.wake}
            </button>
          )}
        </span>
      )}
      <button
        type="button"
        class="quiet snooze"
        aria-label={say.name}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <Icon name="moon" />{" "}
        <span class="kbd" aria-hidden="true">
          z
        </span>
      </button>
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame in a list
        <div class="menu above" role="group" aria-label={say.for}>
          {choices.map(({ label, time, until, isCapped }) => (
            <button key={label} type="button" onClick={() => send(until)}>
              {label} <span class="muted">{isCapped ? say.capped(time) : time}</span>
            </button>
          ))}
          {choices.length === 0 && <p class="muted">{say.tooSoon}</p>}
        </div>
      )}
    </div>
  );
}
