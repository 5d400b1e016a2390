/** What the agent really did, in words for people: beside the decision wherever the two differ. */
import type { Locale } from "../locale.ts";
import { isOwnerGone } from "./already-settled.ts";
import type { Ask, Effect } from "./ask.ts";
import { isTaken, isWaitedFor } from "./moments.ts";

type EffectWords = Record<Locale, (did: string, answer: string) => string>;

const DID: Record<Locale, Record<NonNullable<Effect["did"]>, string>> = {
  en: { allowed: "allowed", declined: "declined", answered: "answered" },
  ko: { allowed: "허용했습니다", declined: "거절했습니다", answered: "답했습니다" },
};

const OVERRULED: EffectWords = {
  en: (did, answer) => `Not used: ${did} in the agent's terminal${answer && `: ${answer}`}`,
  ko: (did, answer) => `쓰이지 않음: 에이전트의 터미널에서 먼저 ${did}${answer && `: ${answer}`}`,
};

const IN_TERMINAL: EffectWords = {
  en: (did, answer) => `${capital(did)} in the agent's terminal${answer && `: ${answer}`}`,
  ko: (did, answer) => `에이전트의 터미널에서 ${did}${answer && `: ${answer}`}`,
};

const STOPPED: Record<Locale, string> = {
  en: "Stopped in the agent's terminal; it may have begun",
  ko: "에이전트의 터미널에서 중단했습니다. 이미 시작되었을 수 있습니다",
};

const NOT_TAKEN: Record<Locale, string> = {
  en: "Not used: the agent never received it",
  ko: "쓰이지 않음: 에이전트가 받지 못했습니다",
};

/**
 * One line. Null where the agent did as decided, or where nothing is known: then the decision says
 * it all. The answer in it is agent text, to be made safe by the surface.
 */
export function wordEffect({ effect }: Pick<Ask, "effect">, locale: Locale): string | null {
  if (effect === undefined || effect.kind === "used") return null;
  if (effect.kind === "not_taken") return NOT_TAKEN[locale];
  if (effect.kind === "stopped") return STOPPED[locale];
  const words = effect.kind === "overruled" ? OVERRULED : IN_TERMINAL;
  return words[locale](DID[locale][effect.did ?? "answered"], effect.answer ?? "");
}

/** The same in a word or two, in place of a status in a list. */
export function effectName({ effect }: Pick<Ask, "effect">, locale: Locale): string | null {
  if (effect === undefined || effect.kind === "used") return null;
  return NAMES[locale][effect.kind];
}

const NAMES: Record<Locale, Record<Exclude<Effect["kind"], "used">, string>> = {
  en: {
    ...{ overruled: "not used", not_taken: "not used" },
    ...{ stopped: "stopped", in_terminal: "in terminal" },
  },
  ko: {
    ...{ overruled: "쓰이지 않음", not_taken: "쓰이지 않음" },
    ...{ stopped: "중단됨", in_terminal: "터미널" },
  },
};

/**
 * How an ask without an answer ended, where more is known than that: the agent's own terminal
 * decided, or its hook is gone and only the terminal can answer. Null for every other ask.
 */
export function wordEnding(ask: Ask, locale: Locale): string | null {
  if (ask.outcome?.status !== "abandoned") return null;
  if (ask.effect?.kind === "in_terminal") return wordEffect(ask, locale);
  return isOwnerGone(ask) ? OWNER_GONE[locale] : null;
}

const OWNER_GONE: Record<Locale, string> = {
  en: "The agent no longer waits for it; answer it in the agent's terminal",
  ko: "에이전트가 더는 기다리지 않습니다. 에이전트의 터미널에서 답하세요",
};

/** What to add to the words of an outcome: what the agent did, where that differs. */
export function wordDifference(ask: Ask, locale: Locale): string | null {
  return wordEnding(ask, locale) === null ? wordEffect(ask, locale) : null;
}

/** A person decided, and their decision was not what the agent did, or not to its end. */
export function isUnused({ outcome, effect }: Ask): boolean {
  return outcome?.provenance.by === "person" && UNUSED.has(effect?.kind);
}

const UNUSED: ReadonlySet<Effect["kind"] | undefined> = new Set([
  ...["overruled", "stopped", "not_taken"],
] as const);

/** A person decided, a process waits for it, and nothing says yet that it was received. */
export function isUntaken(ask: Ask): boolean {
  const isDecided = ask.outcome?.provenance.by === "person";
  return isDecided && isWaitedFor(ask) && !isTaken(ask) && ask.effect === undefined;
}

/** The same, for long enough to be worth a person's attention. */
export function isUntakenAt(ask: Ask, now: Date): boolean {
  return isUntaken(ask) && quietMs(ask, now) === 0;
}

/** How many milliseconds a surface says nothing about an untaken decision. */
export function quietMs({ outcome }: Ask, now: Date): number {
  if (outcome === null) return 0;
  return Math.max(0, Date.parse(outcome.provenance.at) + QUIET_MS - now.getTime());
}

const QUIET_MS = 2_000;

const UNTAKEN: Record<Locale, string> = {
  en: "Recorded; the agent has not taken it yet",
  ko: "기록했지만 에이전트가 아직 받지 않았습니다",
};

export function wordUntaken(locale: Locale): string {
  return UNTAKEN[locale];
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
