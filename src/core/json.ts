/** Reads JSON from text that may not be JSON. */

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
