/** The end of a row's line: how long there is to answer, or how long the agent has waited. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Locale } from "../../../src/core/locale.ts";
import { useText } from "../parts/messages.ts";
import { clock } from "../parts/time.ts";
import { type TriageWords, triageWords } from "../parts/triage-words.ts";
import type { ShownRow } from "./row-window.ts";

const HOUR = 3600;
const SOON_SECONDS = 60;

/** Only this part of a row is drawn every second, and only while the row is in the document. */
export function TimeLeft({ row, isStale }: { row: ShownRow; isStale: boolean }) {
  const text = useText();
  const say = triageWords(text.locale);
  const now = useNow(row.endsAt === null ? 30_000 : 1_000);
  if (row.endsAt === null) {
    const waited = shortTime((now - Date.parse(row.createdAt)) / 1000, say);
    return (
      <Left title={exact(row.createdAt, text.locale)} word={say.waits(waited)} short={waited} />
    );
  }
  const seconds = Math.max(0, Math.ceil((row.endsAt - now) / 1000));
  const ends = new Date(row.endsAt).toISOString();
  const name = ["left", seconds < SOON_SECONDS && "soon", isStale && "stale"]
    .filter(Boolean)
    .join(" ");
  const share = row.givenSeconds === null ? 100 : Math.min(100, (seconds / row.givenSeconds) * 100);
  return (
    <span class={name} role="timer" title={exact(ends, text.locale)}>
      {seconds < HOUR ? (
        <>
          <span class="pie" style={{ "--p": String(Math.round(share)) }} aria-hidden="true" />
          {clock(seconds, text.days)}
        </>
      ) : (
        untilWhen(row.endsAt, now, text.locale, say)
      )}
    </span>
  );
}

function Left({ title, word, short }: { title: string; word: string; short: ComponentChildren }) {
  return (
    <span class="left" title={title}>
      <span aria-hidden="true">{short}</span>
      <span class="unseen">{word}</span>
    </span>
  );
}

/** One timer for all: each part hears of it as often as it wants to. */
const listeners = new Map<() => void, number>();
let timer: ReturnType<typeof setInterval> | undefined;

function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tell = () => setNow(Date.now());
    listeners.set(tell, everyMs);
    timer ??= setInterval(tick, 1_000);
    return () => {
      listeners.delete(tell);
      if (listeners.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  }, [everyMs]);
  return now;
}

let ticks = 0;

function tick() {
  ticks += 1;
  if (document.hidden) return;
  for (const [tell, everyMs] of listeners) if ((ticks * 1_000) % everyMs === 0) tell();
}

function shortTime(seconds: number, say: TriageWords): string {
  if (seconds < HOUR) return say.minutes(Math.max(0, Math.floor(seconds / 60)));
  if (seconds < 24 * HOUR) return say.hours(Math.floor(seconds / HOUR));
  return say.daysLong(Math.floor(seconds / (24 * HOUR)));
}

function untilWhen(at: number, now: number, locale: Locale, say: TriageWords): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString(locale, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const days = daysBetween(new Date(now), date);
  if (days === 0) return say.until(time);
  if (days === 1) return say.until(say.tomorrow(time));
  return say.until(date.toLocaleDateString(locale, { month: "short", day: "numeric" }));
}

function daysBetween(from: Date, to: Date): number {
  const midnight = (date: Date) => new Date(date).setHours(0, 0, 0, 0);
  return Math.round((midnight(to) - midnight(from)) / (24 * HOUR * 1000));
}

function exact(at: string, locale: Locale): string {
  return new Date(at).toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}
