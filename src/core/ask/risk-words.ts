/** The quiet remark of an ask whose effect nobody can tell, in the person's language. Pure. */
import type { Locale } from "../locale.ts";
import { safeLine } from "../safety/safe-text.ts";
import { shortened } from "../shortened.ts";
import type { Ask } from "./ask.ts";

const LONGEST_PART = 60;

const WORDS: Record<Locale, { part: (part: string) => string; all: string }> = {
  en: { part: (part) => `Cannot tell what ${part} does`, all: "Cannot tell what it does" },
  ko: { part: (part) => `무엇을 하는지 알 수 없음: ${part}`, all: "무엇을 하는지 알 수 없음" },
};

/** Null unless nobody can tell. What destroys has a warning of its own. */
export function unclearInWords(
  { presentation }: Pick<Ask, "presentation">,
  locale: Locale,
  mark: (part: string) => string = (part) => part,
): string | null {
  const risk = presentation?.risk;
  if (risk?.level !== "unclear") return null;
  const part = shortened(safeLine(risk.part ?? ""), LONGEST_PART);
  return part === "" ? WORDS[locale].all : WORDS[locale].part(mark(part));
}
