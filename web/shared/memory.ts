/** What this browser remembers. It may refuse to, and what it remembers may be anything. */

/** What was kept here, or null. */
export function recall(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** Null forgets it. */
export function keep(key: string, value: unknown) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden storage only means that this browser remembers less.
  }
}
