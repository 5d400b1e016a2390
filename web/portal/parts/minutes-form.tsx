/** A time of one's own for this question: so many minutes from now, or a time of the day. */
import { useId, useState } from "preact/hooks";
import { useText } from "./messages.ts";
import { paneWords } from "./pane-words.ts";

const LEAST_MINUTES = 0.5;
const MOST_MINUTES = 7 * 24 * 60;
const DAY_MS = 24 * 3600 * 1000;

export function MinutesForm({ onMove }: { onMove(seconds: number): void }) {
  const say = paneWords(useText().locale).time;
  const id = useId();
  const [problem, setProblem] = useState("");

  // Not a form of its own: it stands inside the form of the question.
  function setFrom(button: HTMLElement, name: string, secondsOf: (value: string) => number | null) {
    const field = button.parentElement?.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (field == null || field.value === "") return field?.focus();
    const seconds = field.validity.valid ? secondsOf(field.value) : null;
    setProblem(seconds === null ? say.least : "");
    if (seconds !== null) onMove(seconds);
  }

  return (
    <>
      <div class="menu-row">
        <label for={`${id}-minutes`}>{say.minutes}</label>
        <input
          id={`${id}-minutes`}
          name="minutes"
          type="number"
          inputMode="decimal"
          min={LEAST_MINUTES}
          max={MOST_MINUTES}
          step="any"
          aria-describedby={`${id}-problem`}
          onKeyDown={pressSet}
        />
        <button
          type="button"
          class="small"
          onClick={(event) =>
            setFrom(event.currentTarget, "minutes", (value) => Math.round(Number(value) * 60))
          }
        >
          {say.set}
        </button>
      </div>
      <div class="menu-row">
        <label for={`${id}-until`}>{say.until}</label>
        <input
          id={`${id}-until`}
          name="until"
          type="time"
          aria-describedby={`${id}-problem`}
          onKeyDown={pressSet}
        />
        <button
          type="button"
          class="small"
          onClick={(event) => setFrom(event.currentTarget, "until", secondsUntil)}
        >
          {say.set}
        </button>
      </div>
      <p class="problem" id={`${id}-problem`} role="alert">
        {problem}
      </p>
    </>
  );
}

/** Enter sets the time, and sends no answer. */
function pressSet(event: KeyboardEvent & { currentTarget: HTMLElement }) {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.parentElement?.querySelector("button")?.click();
}

/** Until the next moment that has this time of the day; null if that is too soon to be meant. */
function secondsUntil(time: string): number | null {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const now = Date.now();
  const at = new Date(now).setHours(hours, minutes, 0, 0);
  const seconds = Math.round(((at <= now ? at + DAY_MS : at) - now) / 1000);
  return seconds < LEAST_MINUTES * 60 ? null : seconds;
}
