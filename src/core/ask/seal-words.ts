/**
 * The small print of a decision, in words for people: that another program wrote it, or that it was
 * made in a terminal that the agent opened. A decision of our own surfaces has none.
 */
import type { Locale } from "../locale.ts";
import type { Ask } from "./ask.ts";

const UNSEALED: Record<Locale, string> = {
  en: "Written by another program",
  ko: "다른 프로그램이 쓴 결정",
};

const OPENED_BY_AGENT: Record<Locale, string> = {
  en: "In a terminal that the agent opened",
  ko: "에이전트가 연 터미널에서",
};

/** Null where there is nothing to add. */
export function smallPrint(
  { outcome, sealed }: Pick<Ask, "outcome" | "sealed">,
  locale: Locale,
): string | null {
  const words = [
    ...(outcome?.provenance.openedBy === "agent" ? [OPENED_BY_AGENT[locale]] : []),
    ...(sealed === false ? [UNSEALED[locale]] : []),
  ];
  return words.length === 0 ? null : words.join(" · ");
}
