/** Reads a text about several options: "all", "none", "2 and 3", "redis랑 kafka", "1 or 2?". */

import type { Option, Question } from "../ask/question.ts";
import { cardinal, spokenPlace } from "./number-words.ts";
import { type Reader, readPart, readWording, type Selection } from "./part.ts";
import { fold, plain, stemsOf, wordings } from "./text.ts";
import {
  ALL,
  ALL_COUNTED,
  BOTH,
  BULLET,
  COMMA,
  EITHER,
  HEDGE,
  KOREAN_SEPARATOR,
  NONE,
  SEPARATOR,
  SPACED,
} from "./words.ts";

/** Several names or places. Whole labels come first, so that "Fix and push" is not taken apart. */
export function readList(reader: Reader, spoken: string): Selection[] {
  const strict = { ...reader, isLoose: false };
  return (
    readParts(strict, spoken, COMMA) ??
    readParts(reader, spoken, SEPARATOR) ??
    readParts(strict, spoken, KOREAN_SEPARATOR) ??
    readRow(strict, spoken) ??
    readRowStem(strict, spoken) ??
    []
  );
}

/**
 * "all", "both", "none": these are about the whole list, so they are never
 * one part of a longer text.
 */
export function readGroup({ options }: Question, said: string): Selection[] {
  const isAll = wordings(said).some(
    (wording) => ALL.test(wording) || countedAll(wording) === options.length,
  );
  const isNone = wordings(said).some((wording) => NONE.test(wording));
  return [...(isAll ? [options] : []), ...(isNone ? [[]] : [])];
}

/** How many options the wording expects: 2 for "both", 3 for "all three" or "셋 다". */
export function countedAll(wording: string): number | null {
  if (BOTH.test(wording)) return 2;
  const [, english, korean] = ALL_COUNTED.exec(wording) ?? [];
  return cardinal(english ?? korean ?? "");
}

/** The options that "1 or 2?" hesitates between. Empty unless every part was understood. */
export function readEither(reader: Reader, said: string): Option[] {
  const parts = partsOf(said.replace(/\?/g, "").replace(/^either /, ""), EITHER);
  const readings = parts.map((part) => (HEDGE.test(part) ? [] : readPart(reader, part)));
  const named = new Set(readings.flat(2));
  if (named.size < 2 || readings.some((reading) => reading.length === 0)) return [];
  return reader.question.options.filter((option) => named.has(option));
}

export function partsOf(spoken: string, separator: RegExp): string[] {
  const lines = spoken.split("\n").map((line) => fold(line.replace(BULLET, "")));
  const parts = lines.flatMap((line) => line.split(separator));
  return parts.map(plain).filter((part) => part !== "");
}

function readParts(reader: Reader, spoken: string, separator: RegExp): Selection[] | null {
  return together(partsOf(spoken, separator).map((part) => readPart(reader, part)));
}

/**
 * Places separated only by spaces and all said in one way: "1 2", "2번 3번", but not "first three".
 */
function readRow(reader: Reader, spoken: string): Selection[] | null {
  const parts = partsOf(spoken.replace(/\s+(?=번)/g, ""), SPACED);
  const forms = new Set(parts.map((part) => spokenPlace(part, reader.names.length)?.form));
  if (forms.size !== 1 || forms.has(undefined)) return null;
  return together(parts.map((part) => readWording(reader, part)));
}

function readRowStem(reader: Reader, spoken: string): Selection[] | null {
  const rows = stemsOf(plain(spoken)).map((stem) =>
    readRow({ ...reader, readsNumberWords: false }, stem),
  );
  return rows.find((row) => row !== null) ?? null;
}

/**
 * Null unless every part was understood. The alternatives are those of the
 * first part that has several.
 */
function together(readings: Selection[][]): Selection[] | null {
  if (readings.length < 2 || readings.some((reading) => reading.length === 0)) return null;
  const unsure = readings.find((reading) => reading.length > 1) ?? readings[0] ?? [];
  return unsure.map((choice) =>
    readings.flatMap((reading) => (reading === unsure ? choice : (reading[0] ?? []))),
  );
}
