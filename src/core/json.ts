/** Reads JSON from text that may not be JSON, and writes JSON that a terminal can show. */

/**
 * The parsed text, or undefined if it is not JSON. No JSON text means undefined, so
 * the two cannot be confused.
 */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the value is an object with keys, as opposed to a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// Control characters of the second set and DEL drive terminals, bidi controls reorder what is
// read, and the line separators break lines. JSON itself escapes the first set alone.
const DRIVES_TERMINALS =
  /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb]/g;

/** The same value for every reader, with everything escaped that could drive a terminal. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    DRIVES_TERMINALS,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
