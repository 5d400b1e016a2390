/** An ask as the command line shows it: a row, a page, or JSON. */
import { type Ask, type Outcome, rulingOf, statusOf, timeLeftOf } from "../core/ask/ask.ts";
import {
  effectName,
  isUntaken,
  wordDifference,
  wordEnding,
  wordUntaken,
} from "../core/ask/effect-words.ts";
import { unclearInWords } from "../core/ask/risk-words.ts";
import { rowTitle } from "../core/ask/row-title.ts";
import { smallPrint } from "../core/ask/seal-words.ts";
import { wordOutcome } from "../core/ask/wording.ts";
import type { Locale } from "../core/locale.ts";
import { leftInWords, momentInWords } from "../core/moment-words.ts";
import { askerName } from "../core/names.ts";
import { safeLine, safeText } from "../core/safety/safe-text.ts";
import { type Messages, messages } from "./messages.ts";

export function shortId(ask: Ask): string {
  return ask.id.slice(0, 8);
}

/** For programs: the ask itself, its status, and the words an agent would read. */
export function askAsJson(ask: Ask) {
  const sealed = ask.outcome === null ? {} : { sealed: ask.sealed ?? null };
  return { ...ask, ...sealed, status: statusOf(ask), text: wordOutcome(ask) };
}

export function askAsRow(ask: Ask, now: Date, locale: Locale): string[] {
  const text = messages(locale);
  const more = ask.questions.length > 1 ? ` (+${ask.questions.length - 1})` : "";
  return [
    shortId(ask),
    ask.outcome !== null && rulingOf(ask.outcome) !== null ? text.byRule : statusName(ask, locale),
    span(now.getTime() - Date.parse(ask.createdAt), locale),
    ask.outcome === null && ask.expiresAt !== null
      ? leftInWords(timeLeftOf(ask, now), now, locale)
      : "–",
    safeLine(ask.source.project ?? text.source(ask.source.kind)),
    rowTitle(ask) + more,
  ];
}

/** What the agent did where that differs from the decision, else how the ask ended. */
export function statusName(ask: Ask, locale: Locale): string {
  return effectName(ask, locale) ?? messages(locale).status(statusOf(ask));
}

/** For people: how the ask ended, and below it what the agent did where that differs. */
export function outcomeForPeople(ask: Ask, locale: Locale): string {
  const ending = wordEnding(ask, locale);
  if (ending !== null) return `${safeLine(ending)}.`;
  const difference = wordDifference(ask, locale);
  const added = difference === null ? "" : `\n\n${safeLine(difference)}.`;
  return `${safeText(wordOutcome(ask))}${added}`;
}

export function askAsPage(ask: Ask, now: Date, locale: Locale): string {
  const text = messages(locale);
  const left = ask.outcome === null && ask.expiresAt !== null ? timeLeftOf(ask, now) : null;
  const facts = [
    [text.id, ask.id],
    [text.statusHead, statusName(ask, locale)],
    [text.askedBy, askedBy(ask.source, text)],
    [
      text.asked,
      `${clockTime(ask.createdAt)} (${text.ago(span(now.getTime() - Date.parse(ask.createdAt), locale))})`,
    ],
    ...(left === null ? [] : [[text.deadline, deadlineInWords(left, now, locale)]]),
    ...(ask.outcome === null ? [] : [[text.decided, decidedBy(ask, ask.outcome, locale)]]),
    ...riskFacts(ask, locale),
    ...takenFacts(ask, locale),
  ];
  const head = facts.map(([name, value]) => `${name}: ${safeLine(value ?? "")}`).join("\n");
  const context = ask.context === undefined ? [] : [safeText(ask.context)];
  const outcome = ask.outcome === null ? [] : [outcomeForPeople(ask, locale)];
  return [head, ...context, ...ask.questions.map(questionAsText), ...outcome].join("\n\n");
}

/** Seconds, minutes, hours or days: one figure is precise enough. */
export function span(milliseconds: number, locale: Locale): string {
  const { s, m, h, d } = UNITS[locale];
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds}${s}`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}${m}`;
  return seconds < 86_400
    ? `${Math.floor(seconds / 3600)}${h}`
    : `${Math.floor(seconds / 86_400)}${d}`;
}

const UNITS: Record<Locale, Record<"s" | "m" | "h" | "d", string>> = {
  en: { s: "s", m: "m", h: "h", d: "d" },
  ko: { s: "초", m: "분", h: "시간", d: "일" },
};

/** In local time, as 2026-03-01 17:04:05. Programs get the exact moment by `--json`. */
export function clockTime(at: string): string {
  return new Date(at).toLocaleString("sv-SE");
}

function deadlineInWords(left: number, now: Date, locale: Locale): string {
  const moment = momentInWords(new Date(now.getTime() + left), now, locale);
  return `${moment} (${messages(locale).in(span(left, locale))})`;
}

function decidedBy(ask: Ask, outcome: Outcome, locale: Locale): string {
  const text = messages(locale);
  const { by, who, surface, at } = outcome.provenance;
  const rule = rulingOf(outcome);
  const decider =
    rule === null
      ? [who ?? text.history.decider(by), text.decidedOn(surface)]
      : [text.ruleNamed(rule)];
  const decided = [...decider, clockTime(at)].filter(Boolean).join(", ");
  return [decided, smallPrint(ask, locale)].filter(Boolean).join(" · ");
}

function riskFacts(ask: Ask, locale: Locale): string[][] {
  const unclear = unclearInWords(ask, locale);
  return unclear === null ? [] : [[messages(locale).riskHead, unclear]];
}

function takenFacts(ask: Ask, locale: Locale): string[][] {
  const { takenHead } = messages(locale);
  if (isUntaken(ask)) return [[takenHead, wordUntaken(locale)]];
  const taken = (ask.taken ?? []).map(({ by, at }) => `${by}, ${clockTime(at)}`);
  return taken.length === 0 ? [] : [[takenHead, taken.join("; ")]];
}

function askedBy(source: Ask["source"], text: Messages): string {
  const agent = source.client === undefined ? source.agentId : askerName(source);
  return [text.source(source.kind), agent, source.project].filter(Boolean).join(", ");
}

function questionAsText({ prompt, options }: Ask["questions"][number]): string {
  const lines = options.map((option, index) => {
    const description =
      option.description === undefined ? "" : ` — ${safeLine(option.description)}`;
    return `  ${index + 1}) ${safeLine(option.label)}${description}${option.recommended ? " ★" : ""}`;
  });
  return [safeText(prompt), ...lines].join("\n");
}
