/**
 * Agent markdown on the page. The plain text shows at once. The renderer loads beside the page, not
 * before it, and formats the text; the colours of code follow when they have loaded.
 */
import { useLayoutEffect, useRef } from "preact/hooks";
import { safeText } from "../../src/core/safety/safe-text.ts";

export function Markdown({ text, class: name = "" }: { text: string; class?: string }) {
  const place = useRef<HTMLDivElement>(null);
  // Set here and not by the page's own renderer, which would remove the colours again.
  useLayoutEffect(() => {
    let isShown = true;
    if (place.current !== null) place.current.textContent = safeText(text);
    void form(text, () => (isShown ? place.current : null));
    return () => {
      isShown = false;
    };
  }, [text]);
  return <div class={`markdown ${name}`} ref={place} />;
}

async function form(text: string, placeNow: () => HTMLElement | null) {
  const loaded = await import("./markdown.ts").catch(() => null);
  const place = placeNow();
  if (loaded === null || place === null) return;
  place.innerHTML = loaded.htmlOf(text);
  void colour(place);
}

async function colour(place: HTMLElement) {
  const blocks = [...place.querySelectorAll<HTMLElement>("pre > code[class^='language-']")];
  if (blocks.length === 0) return;
  const loaded = await import("./highlight.ts").catch(() => null);
  for (const block of blocks) loaded?.highlight(block, block.className.slice("language-".length));
}
