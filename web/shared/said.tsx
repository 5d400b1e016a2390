/**
 * Words of an agent or a person amid ours: they keep their own direction, and Korean is not broken
 * inside a word whatever language the page is in.
 */
export function Said({ text, class: name }: { text: string; class?: string }) {
  return (
    <bdi class={name} lang={langOf(text)}>
      {text}
    </bdi>
  );
}

/** Told by the letters alone; undefined where they do not tell. */
export function langOf(text: string): string | undefined {
  if (/\p{Script=Hangul}/u.test(text)) return "ko";
  if (/\p{Script=Arabic}/u.test(text)) return "ar";
  return /\p{Script=Hebrew}/u.test(text) ? "he" : undefined;
}
