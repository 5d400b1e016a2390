/** How an agent's reply ends: what was cut off, what ended it, and what it says if it says nothing. */
import type { HeadlessFailure } from "../../../agents/clients/claude-code/headless-agent.ts";
import type { Locale } from "../../../core/locale.ts";
import type { RunEnd } from "./agent-runs.ts";
import { threadWords } from "./messages.ts";
import { closing } from "./streamed-page.ts";

export interface ReplyEnd {
  /** What was shown so far. */
  said: string;
  /** What was held back as part of a choice, and is none. */
  held: string;
  hasChoice: boolean;
  failure: HeadlessFailure | null;
  ended: RunEnd | null;
}

// A choice as it begins, in a block or bare.
const HALF_CHOICE = /^\s*(?:(?:`{3,}|~{3,})[^\n]*(?:\n|$))?\s*(?:\{|\[|$)/;

export function withLastWords(
  { said, held, hasChoice, failure, ended }: ReplyEnd,
  locale: Locale,
): string {
  const say = threadWords(locale);
  const isCut = failure !== null || ended !== null;
  const isHalf = isCut && held.trim() !== "" && HALF_CHOICE.test(held);
  const shown = isHalf ? said : said + held;
  const words = [
    // Our own words are none of the agent's code.
    isCut ? shown + closing(shown, shown.length) : shown,
    ...(isHalf ? [say.cutQuestion] : []),
    ...(isCut ? [endInWords(failure, ended, locale)] : []),
  ];
  const whole = words.map((one) => one.trimEnd()).filter((one) => one !== "");
  if (whole.length > 0) return whole.join("\n\n");
  return hasChoice ? "" : say.saidNothing;
}

function endInWords(failure: HeadlessFailure | null, ended: RunEnd | null, locale: Locale): string {
  const say = threadWords(locale);
  if (ended?.kind === "stopped") return say.stoppedBy(ended.who);
  if (ended?.kind === "late") return say.tookTooLong(ended.minutes);
  return failure === null ? "" : say.failed(failure);
}
