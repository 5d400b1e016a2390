/** What the agent really did, in words for people: beside the decision wherever the two differ. */
import type { Locale } from "../locale.ts";
import type { Ask, Effect } from "./ask.ts";

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
  const words = effect.kind === "overruled" ? OVERRULED : IN_TERMINAL;
  return words[locale](DID[locale][effect.did ?? "answered"], effect.answer ?? "");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
