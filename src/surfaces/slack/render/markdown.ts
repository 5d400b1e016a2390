/** Markdown that an agent wrote, for Slack: split into prose and code, and made harmless. Pure. */

/** Prose is Markdown; code is to be shown letter by letter. */
export interface Segment {
  kind: "prose" | "code";
  text: string;
}

/** A block of code without an end goes on to the end of the text. */
export function segmentsOf(text: string): Segment[] {
  const found: Segment[] = [];
  let lines: string[] = [];
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const { mark, opens, closes } = fenceIn(line, fence);
    if (!opens && !closes) {
      lines.push(line);
      continue;
    }
    found.push({ kind: closes ? "code" : "prose", text: lines.join("\n") });
    lines = [];
    fence = opens ? mark : null;
  }
  found.push({ kind: fence === null ? "prose" : "code", text: lines.join("\n") });
  return found.map(tidied).filter(({ text: words }) => words.trim() !== "");
}

/** The first line of the block of code that is open at the end; null if none is. */
export function openFence(text: string): string | null {
  let opener: string | null = null;
  let fence: string | null = null;
  for (const line of text.split("\n")) {
    const { mark, opens, closes } = fenceIn(line, fence);
    if (opens || closes) fence = opens ? mark : null;
    if (opens) opener = line.trim();
  }
  return fence === null ? null : opener;
}

/** What this line does to the block of code that is open, if one is. */
function fenceIn(line: string, fence: string | null) {
  const [, mark = "", info = ""] = /^[ \t]*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  const opens = fence === null && mark !== "" && !(mark.startsWith("`") && info.includes("`"));
  const closes = fence !== null && mark.startsWith(fence) && info.trim() === "";
  return { mark, opens, closes };
}

/** Code keeps the white space that its first line begins with. */
function tidied({ kind, text }: Segment): Segment {
  if (kind === "code") return { kind, text: text.replace(/^(?:[ \t]*\n)+/, "").trimEnd() };
  return { kind, text: text.trim().replace(/\n{3,}/g, "\n\n") };
}

// Nobody sees it, and Slack no longer acts upon what it stands in.
const JOINER = "\u2060";

/**
 * Markdown that mentions nobody and whose links say where they lead: `[words](address)` becomes
 * `words (address)`.
 */
export function harmless(markdown: string): string {
  return markdown
    .replace(/!?\[([^[\]\n]{0,300})\]\(\s*<?([^()<>\s]{1,1000})>?[^()\n]{0,200}\)/g, linkInWords)
    .replace(/\](?=[([])/g, "] ")
    .replace(/^([ \t>]*\[[^\]\n]{1,300}\])(?=:)/gm, "$1 ")
    .replace(/<(?=[!@#]|[a-z][a-z0-9+.-]{0,20}:)/gi, `<${JOINER}`)
    .replace(/(?<![\w.])@(?=(?:channel|here|everyone|group)\b)/gi, `@${JOINER}`);
}

function linkInWords(whole: string, words: string, address: string): string {
  // As in `list[0](more)`.
  if (!/[:/.#]/.test(address)) return whole;
  return words.trim() === "" || words === address ? address : `${words} (${address})`;
}

/** What it is about, in one line: the first paragraph's words. */
export function gistOf(markdown: string): string {
  const segments = segmentsOf(markdown);
  const first = segments.find(({ kind }) => kind === "prose") ?? segments[0];
  const [paragraph = "", ...others] = (first?.text ?? markdown).split(/\n\s*\n/);
  const isAll = segments.length <= 1 && others.length === 0;
  return `${wordsOf(paragraph).trim()}${isAll ? "" : " …"}`;
}

/** The words alone, for labels and notifications, where Slack would show every mark. */
export function wordsOf(markdown: string): string {
  return markdown
    .replace(/^[ \t]*(?:`{3,}|~{3,}).*$/gm, "")
    .replace(/^[ \t]{0,3}#{1,6}[ \t]+/gm, "")
    .replace(/!?\[([^[\]\n]{0,300})\]\(\s*<?([^()<>\s]{1,1000})>?[^()\n]{0,200}\)/g, linkInWords)
    .replace(/(\*\*|__)(?=\S)([^\n]{0,300}?\S)\1/g, "$2")
    .replace(/(?<![\w`])`([^`\n]{1,300})`(?![\w`])/g, "$1");
}
