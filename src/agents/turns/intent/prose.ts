/** The agent's own sentences in a message: without code, quotations, headings, tables and logs. */

/** What stands between blank lines: a paragraph, a list, code or anything else. */
export interface Block {
  raw: string;
  /** The lines that may be the agent's own sentences. */
  own: string[];
}

export interface Line {
  /** Paragraphs and list items are lines; `paragraph` counts the blocks that have own lines. */
  paragraph: number;
  /** Counts all blocks. */
  block: number;
  isListed: boolean;
  sentences: Sentence[];
}

export interface Sentence {
  original: string;
  /**
   * The same with quotations masked, so that a quoted question mark is not taken for the agent's.
   */
  own: string;
}

export function proseOf(blocks: readonly Block[]): Line[] {
  return blocks
    .flatMap(({ own }, block) => (own.length === 0 ? [] : [{ own, block }]))
    .flatMap(({ own, block }, paragraph) =>
      linesOf(own).flatMap(({ line, isListed }) => {
        const sentences = sentencesOf(line);
        return sentences.length === 0 ? [] : [{ paragraph, block, isListed, sentences }];
      }),
    );
}

export function blocksOf(text: string): Block[] {
  const blocks: { lines: string[]; own: string[] }[] = [{ lines: [], own: [] }];
  let fence = "";
  for (const line of text.split(/\r?\n/)) {
    const [, ticks = ""] = FENCE.exec(line) ?? [];
    const isCode = fence !== "" || ticks !== "";
    if (!isCode && line.trim() === "") {
      blocks.push({ lines: [], own: [] });
      continue;
    }
    if (fence === "") fence = ticks;
    else if (ticks.startsWith(fence) && line.trim() === ticks) fence = "";
    blocks.at(-1)?.lines.push(line);
    if (!isCode && !NOT_PROSE.some((kind) => kind.test(line))) blocks.at(-1)?.own.push(line);
  }
  return blocks
    .filter(({ lines }) => lines.length > 0)
    .map(({ lines, own }) => ({ raw: lines.join("\n"), own }));
}

/** Joins wrapped lines again; list items and lines that end a sentence stay apart. */
function linesOf(block: string[]): { line: string; isListed: boolean }[] {
  const lines: { parts: string[]; isListed: boolean }[] = [];
  for (const text of block) {
    const last = lines.at(-1)?.parts;
    const isListed = ITEM.test(text);
    const goesOn = !isListed && !ENDED.test(last?.at(-1) ?? "");
    if (goesOn && last !== undefined) last.push(text.trim());
    else lines.push({ parts: [text.replace(ITEM, "").trim()], isListed });
  }
  return lines.map(({ parts, isListed }) => ({ line: parts.join(" "), isListed }));
}

function sentencesOf(line: string): Sentence[] {
  const own = QUOTED.reduce(
    (masked, quotation) => masked.replace(quotation, (found) => BLOT.repeat(found.length)),
    line,
  );
  const sentences: Sentence[] = [];
  let start = 0;
  for (const { index, 0: end } of own.matchAll(SENTENCE_END)) {
    add(start, index + end.length);
    start = index + end.length;
  }
  add(start, line.length);
  return sentences;

  function add(from: number, to: number): void {
    const original = line.slice(from, to).trim();
    if (original !== "")
      sentences.push({ original: plain(original), own: plain(own.slice(from, to).trim()) });
  }
}

function plain(text: string): string {
  return text.replace(/\*\*|__(?=\S)|(?<=\S)__/g, "").trim();
}

/** Replaces a quoted character. */
const BLOT = "·";

const FENCE = /^\s*(`{3,}|~{3,})/;
const ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)]|[A-Z][.)])\s+/;
const ENDED = /[.?!:。？！…]["'”’)*]*$/;
const SENTENCE_END = /[.?!。？！…]+["'”’)*]*(?:\s+|$)/g;
const NOT_PROSE = [
  /^\s*#{1,6}\s/, // a heading
  /^\s*(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$/, // a heading in bold
  /^\s*>/, // a quotation
  /^\s*\|.*\|/, // a table
  /^(?: {4,}|\t)\S/, // indented code
  /^\s*(?:[✓✔✗✘×]|PASS\b|FAIL\b|\$ |>>> |\[?\d{4}-\d\d-\d\d|\d\d:\d\d:\d\d|(?:ERROR|WARN|INFO|DEBUG)\b)/, // a log
  /\[[yY]\/[nN]\]|\([yY]\/[nN]\)/, // somebody else's prompt
];
const QUOTED = [
  /`[^`\n]+`/g,
  /https?:\/\/\S+/g,
  /"[^"\n]*"/g,
  /“[^”\n]*”/g,
  /「[^」\n]*」|『[^』\n]*』|«[^»\n]*»/g,
  /(?<![\p{L}\p{N}])['‘][^'’\n]+['’](?![\p{Script=Latin}\p{N}])/gu,
];
