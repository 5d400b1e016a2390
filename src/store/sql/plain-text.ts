/**
 * Text that every database takes: PostgreSQL refuses the NUL character, SQLite cuts text at it, and
 * both lose lone surrogates.
 */

const REPLACEMENT = "\uFFFD";

export function plainText(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, REPLACEMENT);
}

/**
 * JSON whose strings are plain too. Escapes are matched one by one, so that the second backslash of
 * an escaped one does not start another escape.
 */
export function plainJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes("\\u")) return json;
  return json.replace(/\\(?:u(0000|d[89a-f]..)|.)/g, (escaped, refused) =>
    refused === undefined ? escaped : REPLACEMENT,
  );
}
