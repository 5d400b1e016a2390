/** A change as rows with line numbers, and the words that differ within a line. */
import { diffWordsWithSpace } from "diff";
import { changedParts } from "../diff.ts";
import { seen } from "../fence.ts";

export type ChangedRow =
  | {
      sign: " " | "-" | "+";
      /** Line numbers before and after; null where there is no such line, or nobody knows it. */
      old: number | null;
      fresh: number | null;
      text: string;
      /** From and to of what differs from the line that it replaces. */
      words?: [number, number][];
      mark?: RowMark;
    }
  /** Unchanged lines that are left out; null if nobody knows how many. */
  | { sign: "gap"; count: number | null };

export interface RowMark {
  from: number;
  to: number;
  why: string;
}

// As many lines around a change as somebody may want to unfold.
const MOST_AROUND = 40;
const LONGEST_COMPARED = 400;
// Below this share of equal letters, two lines are another text and not a changed one.
const LEAST_ALIKE = 0.4;

/** `isPart`: the texts are cut out of a file, so their lines have no numbers. */
export function changedRows(before: string, after: string, { isPart = false } = {}): ChangedRow[] {
  const rows: ChangedRow[] = [];
  const parts = changedParts(before, after);
  let [old, fresh] = [0, 0];
  const numbers = (a: number | null, b: number | null) =>
    isPart ? { old: null, fresh: null } : { old: a, fresh: b };
  for (const [index, { same, out, put }] of parts.entries()) {
    const isLast = index === parts.length - 1 && out.length + put.length === 0;
    const behind = index === 0 ? 0 : MOST_AROUND;
    const ahead = isLast ? 0 : MOST_AROUND;
    const hidden = same.length - behind - ahead;
    for (const [at, text] of same.entries()) {
      old += 1;
      fresh += 1;
      const isHidden = hidden > 1 && at >= behind && at < behind + hidden;
      if (isHidden && at === behind) rows.push({ sign: "gap", count: hidden });
      if (!isHidden) rows.push({ sign: " ", ...numbers(old, fresh), text: seen(text).text });
    }
    const [removed, added] = [out.map(lineOf), put.map(lineOf)];
    const pairs =
      removed.length === added.length
        ? removed.map((line, at) => wordsOf(line, added[at] ?? ""))
        : [];
    for (const [at, text] of removed.entries()) {
      old += 1;
      rows.push({ sign: "-", ...numbers(old, null), text, ...withWords(pairs[at]?.out) });
    }
    for (const [at, text] of added.entries()) {
      fresh += 1;
      rows.push({ sign: "+", ...numbers(null, fresh), text, ...withWords(pairs[at]?.put) });
    }
  }
  return rows;
}

function lineOf(text: string): string {
  return seen(text).text;
}

function withWords(words: [number, number][] | undefined) {
  return words === undefined || words.length === 0 ? {} : { words };
}

function wordsOf(before: string, after: string) {
  if (before.length > LONGEST_COMPARED || after.length > LONGEST_COMPARED) return undefined;
  const [out, put]: [number, number][][] = [[], []];
  let [inOld, inNew, alike] = [0, 0, 0];
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    if (removed) out?.push([inOld, inOld + value.length]);
    if (added) put?.push([inNew, inNew + value.length]);
    if (!added && !removed) alike += value.trim().length;
    if (!added) inOld += value.length;
    if (!removed) inNew += value.length;
  }
  const length = Math.max(before.trim().length, after.trim().length);
  return alike < length * LEAST_ALIKE ? undefined : { out, put };
}
