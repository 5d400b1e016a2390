/**
 * What was hidden, put back into what goes to the agent. Only the process that holds the agent's own
 * call can do it: it finds the same secrets in that call and makes the same marks.
 */

import { hiddenIn } from "./ask.ts";
import { type Hidden, hiding } from "./hide.ts";
import { type HidingParts, marksIn } from "./mark.ts";

/** Null if a mark stands for something that is not in the agent's call. */
export function restored<T>(value: T, call: unknown, parts: readonly HidingParts[]): T | null {
  const marks = new Set(marksIn(JSON.stringify(value) ?? ""));
  if (marks.size === 0) return value;
  const known = new Map<string, string>();
  const note = ({ mark, secret }: Hidden) => known.set(mark, secret);
  for (const one of parts) hiddenIn(call, hiding(one, note));
  if ([...marks].some((mark) => !known.has(mark))) return null;
  return hiddenIn(value, (text) =>
    marksIn(text).reduce((all, mark) => all.replaceAll(mark, () => known.get(mark) ?? mark), text),
  );
}
