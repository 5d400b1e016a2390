/**
 * A diff of two texts for people: removed and added lines, and a few unchanged ones around them.
 */
import { diffArrays } from "diff";

const AROUND = 3;
// A single unchanged line between two changes says little and splits what reads as one change.
const WORTH_SHOWING = 2;
// Texts with hardly a line in common take long to compare, and the agent controls their length.
const MOST_EDITS = 500;

export interface ChangedPart {
  same: readonly string[];
  out: readonly string[];
  put: readonly string[];
}

export function differenceOf(before: string, after: string): string {
  const parts = changedParts(before, after);
  return parts
    .flatMap(({ same, out, put }, index) => [
      ...stays(same, index > 0, out.length + put.length > 0 || parts.length === 1),
      ...out.map((line) => `- ${line}`),
      ...put.map((line) => `+ ${line}`),
    ])
    .join("\n");
}

/** Each part is a run of unchanged lines and the change that follows it. */
export function changedParts(before: string, after: string): ChangedPart[] {
  return partsOf(linesOf(before), linesOf(after));
}

function partsOf(old: string[], fresh: string[]): ChangedPart[] {
  const changes = diffArrays(old, fresh, { maxEditLength: MOST_EDITS });
  if (changes === undefined) return asOnePart(old, fresh);
  const parts: ChangedPart[] = [];
  for (const { value, added, removed } of changes) {
    const last = parts.at(-1);
    const isShort = value.length < WORTH_SHOWING;
    if (added || removed) {
      const { same, out, put } = parts.pop() ?? { same: [], out: [], put: [] };
      parts.push({
        same,
        out: removed ? [...out, ...value] : out,
        put: added ? [...put, ...value] : put,
      });
    } else if (last !== undefined && isShort && changes.at(-1)?.value !== value) {
      parts[parts.length - 1] = {
        ...last,
        out: [...last.out, ...value],
        put: [...last.put, ...value],
      };
    } else parts.push({ same: value, out: [], put: [] });
  }
  return parts;
}

/** One change that spans everything from the first differing line to the last. */
function asOnePart(old: string[], fresh: string[]): ChangedPart[] {
  const start = old.findIndex((line, index) => line !== fresh[index]);
  const from = start === -1 ? Math.min(old.length, fresh.length) : start;
  let end = 0;
  while (end < Math.min(old.length, fresh.length) - from && old.at(-1 - end) === fresh.at(-1 - end))
    end += 1;
  const [out, put] = [old.slice(from, old.length - end), fresh.slice(from, fresh.length - end)];
  return [
    { same: old.slice(0, from), out, put },
    { same: old.slice(old.length - end), out: [], put: [] },
  ];
}

/** The unchanged lines near a change, with a mark where some are left out. */
function stays(
  lines: readonly string[],
  isBehindChange: boolean,
  isBeforeChange: boolean,
): string[] {
  const behind = isBehindChange ? lines.slice(0, AROUND) : [];
  const before = isBeforeChange ? lines.slice(Math.max(behind.length, lines.length - AROUND)) : [];
  const isCut = isBehindChange && isBeforeChange && behind.length + before.length < lines.length;
  return [
    ...behind.map((line) => `  ${line}`),
    ...(isCut ? ["  …"] : []),
    ...before.map((line) => `  ${line}`),
  ];
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}
