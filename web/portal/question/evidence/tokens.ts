/**
 * Code in its colours, as data: the page makes text of it and never markup, so that nothing in the
 * code can become more than letters.
 */
export interface Token {
  text: string;
  /** The colour's class; empty for plain text. */
  kind: string;
}

/** Null while the colours load, or where the language is not known. */
export async function coloured(code: string, language: string): Promise<Token[][] | null> {
  if (language === "" || code === "") return null;
  const loaded = await import("../../../shared/highlight.ts").catch(() => null);
  if (loaded === null) return null;
  const block = document.createElement("code");
  block.textContent = code;
  loaded.highlight(block, language);
  return linesOf(block);
}

function linesOf(block: HTMLElement): Token[][] {
  const lines: Token[][] = [[]];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const kind = node.parentElement === block ? "" : (node.parentElement?.className ?? "");
    for (const [index, text] of (node.textContent ?? "").split("\n").entries()) {
      if (index > 0) lines.push([]);
      if (text !== "") lines.at(-1)?.push({ text, kind });
    }
  }
  return lines;
}

/** A part of a line that is drawn in one way. `at` names the ranges it lies in. */
export interface Stretch extends Token {
  at: number[];
}

/** Cuts a line where its colours and the ranges begin and end. */
export function cut(
  line: string,
  tokens: readonly Token[] | null,
  ranges: readonly (readonly [from: number, to: number])[],
): Stretch[] {
  const known = tokens !== null && tokens.map(({ text }) => text).join("") === line;
  const edges = new Set(ranges.flat());
  const stretches: Stretch[] = [];
  let from = 0;
  for (const { text, kind } of known ? (tokens ?? []) : [{ text: line, kind: "" }]) {
    let begun = 0;
    for (let end = 1; end <= text.length; end += 1) {
      if (end < text.length && !edges.has(from + end)) continue;
      const [start, stop] = [from + begun, from + end];
      const at = ranges.flatMap(([a, b], index) => (a <= start && stop <= b ? [index] : []));
      stretches.push({ text: text.slice(begun, end), kind, at });
      begun = end;
    }
    from += text.length;
  }
  return stretches;
}
