/** White space of JSON and Markdown. Fast, because nearly all text is ASCII. */

export function isWhiteSpace(character: string): boolean {
  const code = character.charCodeAt(0);
  return code < 128 ? code === 32 || (code >= 9 && code <= 13) : /\s/.test(character);
}
