/** The language of an agent's text, as far as its line breaks need it: Korean words stay whole. */
export function langOf(text: string): "ko" | undefined {
  return /\p{Script=Hangul}/u.test(text) ? "ko" : undefined;
}
