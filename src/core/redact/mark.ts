/**
 * What stands in the place of a hidden part: what it was, and its keyed fingerprint. Two parts have
 * the same fingerprint only if they are the same, so whoever approves or signs a text with a mark in
 * it has approved exactly one text. Nobody without the key can try guesses against it.
 */
import type { Locale } from "../locale.ts";
import { kindWords, type SecretKind } from "./kinds.ts";

export interface HidingParts {
  readonly locale: Locale;
  /** A keyed hash of the part, in base64url: at least as long as a mark shows of it. */
  fingerprint(secret: string): string;
}

// 72 bits: a second part with the same fingerprint would have to be found by asking us.
const SHOWN = 12;

const WORD: Record<Locale, string> = { en: "hidden", ko: "숨김" };

export function markFor(
  secret: string,
  kind: SecretKind,
  { locale, fingerprint }: HidingParts,
): string {
  const print = fingerprint(secret).slice(0, SHOWN);
  return `‹${WORD[locale]}: ${kindWords(kind, locale)} ${print}›`;
}

/** Every mark in a text. None of our patterns for secrets matches a part of a mark. */
export function marksIn(text: string): string[] {
  return text.match(/‹(?:hidden|숨김): [^‹›\n]{1,60} [\w-]{12}›/g) ?? [];
}

/** Whether what would go to an agent still has a hidden part in it. */
export function hasMarks(value: unknown): boolean {
  return marksIn(JSON.stringify(value) ?? "").length > 0;
}
