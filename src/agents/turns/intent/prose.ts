/** The agent's own sentences in a message: without code, quotations, headings, tables and logs. */

export interface Line {
  /** Paragraphs and list items are lines; `paragraph` counts the blocks between blank lines. */
  paragraph: number;
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

export function proseOf(text: string): Line[] {
  return ownBlocks(text).flatMap((block, paragraph) =>
    linesOf(block).flatMap(({ line, isListed }) => {
      const sentences = sentencesOf(line);
      return sentences.length === 0 ? [] : [{ paragraph, isListed, sentences }];
    }),
  );
}

function ownBlocks(text: string): string[][] {
  const blocks: string[][] = [[]];
  let fence = "";
  for (const line of text.split(/\r?\n/)) {
    const [, ticks = ""] = FENCE.exec(line) ?? [];
    if (fence !== "") {
      if (ticks.startsWith(fence) && line.trim() === ticks) fence = "";
    } else if (ticks !== "") fence = ticks;
    else if (line.trim() === "") blocks.push([]);
    else if (!NOT_PROSE.some((kind) => kind.test(line))) blocks.at(-1)?.push(line);
  }
  return blocks.filter((block) => block.length > 0);
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
