/** JSON with its keys in order and without gaps: equal values give equal text, everywhere. */
import { isRecord } from "./json.ts";

export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isRecord(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
