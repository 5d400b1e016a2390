/** The time left, as the server last reported it. */
import { useText } from "./messages.ts";
import { clock } from "./time.ts";

// From here on the countdown is drawn so that it cannot be overlooked.
const SOON_SECONDS = 30;

export function Countdown({ seconds, isStale }: { seconds: number | null; isStale: boolean }) {
  const text = useText();
  if (seconds === null) return null;
  const name = ["countdown", seconds <= SOON_SECONDS ? "soon" : "", isStale ? "stale" : ""]
    .filter(Boolean)
    .join(" ");
  return (
    <span class={name} role="timer">
      {text.timeLeft(clock(seconds, text.days))}
      {isStale && <span class="stale-note"> ({text.mayBeStale})</span>}
    </span>
  );
}
