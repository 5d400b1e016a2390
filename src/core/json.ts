/** Text that may be JSON, and what it may say. */

/** What the text says, or undefined when it is not JSON: that is a thing which JSON cannot say. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether it is an object with names in it, as opposed to a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
