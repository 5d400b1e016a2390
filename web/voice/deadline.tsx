/** How long a question is still open: a pie and m:ss below an hour, then the moment itself. */
import { useEffect, useState } from "preact/hooks";
import { type Messages, useText } from "./messages.ts";

interface DeadlineProps {
  /** Null where there is no deadline. */
  until: string | null;
  /** When it began, for the pie. */
  since?: string | undefined;
  /** "9:00 left" instead of "9:00". */
  isLong?: boolean;
  /** Says once that a minute is left. */
  isSaid?: boolean;
}

const SOON_SECONDS = 120;

export function Deadline({ until, since, isLong = false, isSaid = false }: DeadlineProps) {
  const text = useText();
  const seconds = useSecondsLeft(until);
  if (until === null || seconds === null) return null;
  const left = wordLeft(seconds, until, text);
  const share = shareLeft(seconds, since, until);
  return (
    <span class={seconds <= SOON_SECONDS ? "left soon" : "left"} title={exactly(until, text)}>
      {seconds < HOUR && <span class="pie" style={{ "--p": String(share) }} aria-hidden="true" />}
      <span>{isLong && seconds > 0 && seconds < HOUR ? text.left(left) : left}</span>
      {isSaid && (
        <span class="unseen" aria-live="polite">
          {seconds > 0 && seconds <= 60 ? text.oneMinuteLeft : ""}
        </span>
      )}
    </span>
  );
}

/** Whole seconds until then; null without a deadline. Counts while it is on the screen. */
export function useSecondsLeft(until: string | null): number | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => document.hidden || setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? null : Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
}

function wordLeft(seconds: number, until: string, text: Messages): string {
  if (seconds <= 0) return text.overdue;
  if (seconds < HOUR) return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  return text.until(exactly(until, text));
}

function exactly(until: string, { locale }: Messages): string {
  const at = new Date(until);
  const isToday = at.toDateString() === new Date().toDateString();
  const day = isToday ? {} : { month: "short" as const, day: "numeric" as const };
  return at.toLocaleString(locale, { ...day, hour: "numeric", minute: "2-digit" });
}

/** In percent of its whole time, or of an hour where that is not known. */
function shareLeft(seconds: number, since: string | undefined, until: string): number {
  const whole = since === undefined ? HOUR : (Date.parse(until) - Date.parse(since)) / 1000;
  return Math.round(Math.min(1, seconds / Math.max(1, whole)) * 100);
}

const HOUR = 3600;
