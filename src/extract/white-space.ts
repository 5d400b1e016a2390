/** White space of JSON and Markdown, told by its code: a pattern for each letter would take long. */

export function isWhiteSpace(code: number): boolean {
  return code < 128 ? code === 32 || (code >= 9 && code <= 13) : code >= 160 && isRare(code);
}

/** The first place from there on that has something else; the text's length if nothing has. */
export function skipWhiteSpace(text: string, from: number): number {
  const { length } = text;
  let at = from;
  while (at < length && isWhiteSpace(text.charCodeAt(at))) at++;
  return at;
}

/** What `\s` means beyond ASCII. */
function isRare(code: number): boolean {
  if (code < 0x2000) return code === 0xa0 || code === 0x1680;
  if (code >= 0x3000) return code === 0x3000 || code === 0xfeff;
  if (code <= 0x200a || code === 0x2028 || code === 0x2029) return true;
  return code === 0x202f || code === 0x205f;
}
