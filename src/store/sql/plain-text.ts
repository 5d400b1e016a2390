/** Text that every database takes: PostgreSQL refuses the NUL character, SQLite cuts text at it, both lose half pairs. */

const REPLACEMENT = "\uFFFD";

export function plainText(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, REPLACEMENT);
}

/** JSON whose strings are plain too. Its escapes are read one by one, so that an escaped backslash starts none. */
export function plainJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes("\\u")) return json;
  return json.replace(/\\(?:u(0000|d[89a-f]..)|.)/g, (escaped, refused) =>
    refused === undefined ? escaped : REPLACEMENT,
  );
}
