/** Agent markdown on the page. Code is readable at once and gets its colours when they have loaded. */
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { htmlOf } from "./markdown.ts";

export function Markdown({ text, class: name = "" }: { text: string; class?: string }) {
  const html = useMemo(() => htmlOf(text), [text]);
  const place = useRef<HTMLDivElement>(null);
  // Set here and not by the renderer, which would take the colours away again.
  useLayoutEffect(() => {
    if (place.current === null) return;
    place.current.innerHTML = html;
    void colour(place.current);
  }, [html]);
  return <div class={`markdown ${name}`} ref={place} />;
}

async function colour(place: HTMLElement) {
  const blocks = [...place.querySelectorAll<HTMLElement>("pre > code[class^='language-']")];
  if (blocks.length === 0) return;
  const loaded = await import("./highlight.ts").catch(() => null);
  for (const block of blocks) loaded?.highlight(block, block.className.slice("language-".length));
}
