/** The difference of two texts as a person reads it: what goes, what comes, and a little of what stays around it. */

const AROUND = 3;

export function differenceOf(before: string, after: string): string {
  const old = linesOf(before);
  const fresh = linesOf(after);
  const start = countSame(old, fresh, (lines, index) => lines[index]);
  const end = Math.min(
    countSame(old, fresh, (lines, index) => lines[lines.length - 1 - index]),
    Math.min(old.length, fresh.length) - start,
  );
  return [
    ...old.slice(Math.max(0, start - AROUND), start).map((line) => `  ${line}`),
    ...old.slice(start, old.length - end).map((line) => `- ${line}`),
    ...fresh.slice(start, fresh.length - end).map((line) => `+ ${line}`),
    ...old.slice(old.length - end, old.length - end + AROUND).map((line) => `  ${line}`),
  ].join("\n");
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/);
}

function countSame(old: string[], fresh: string[], at: (lines: string[], index: number) => string | undefined): number {
  const most = Math.min(old.length, fresh.length);
  let count = 0;
  while (count < most && at(old, count) === at(fresh, count)) count += 1;
  return count;
}
