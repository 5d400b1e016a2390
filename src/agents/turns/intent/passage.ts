/**
 * The part of a message that a listener needs to answer its question: the paragraph that asks, what
 * that paragraph leans on, and what follows it. Pure.
 */
import { shortened } from "../../../core/shortened.ts";
import type { Block, Sentence } from "./prose.ts";

/** About a minute of listening. */
export const LONGEST_PASSAGE = 1_000;

export interface Asked {
  /** The first and the last block with words that ask. */
  first: number;
  last: number;
  /** The words that ask. */
  question: string;
  /** Whether the first of these blocks says nothing but the question. */
  isAlone: boolean;
}

/**
 * Whole blocks of the message. Where they are too long, those farthest from the question are left
 * out, and the items of a list are each shortened.
 */
export function passageOf(blocks: readonly Block[], asked: Asked, courtesies: Sentence[]): string {
  const polite = new Set(courtesies.map(({ original }) => original));
  const tail = blocks.slice(asked.first).filter(({ raw }) => !polite.has(raw.trim()));
  const asking = tail.slice(0, asked.last - asked.first + 1);
  const core = withoutEnding(joined(asking), polite);
  let passage = core.length > LONGEST_PASSAGE ? endOf(core) : core;
  for (const block of tail.slice(asking.length)) passage = withBlock(passage, block, "after");
  for (const block of leanedOn(blocks, asked)) passage = withBlock(passage, block, "before");
  return passage.startsWith(LEFT_OUT + GAP) ? passage.slice((LEFT_OUT + GAP).length) : passage;
}

/** The blocks before the question that it cannot do without, nearest first. */
function leanedOn(blocks: readonly Block[], asked: Asked): Block[] {
  const found: Block[] = [];
  const asking = blocks[asked.first];
  let leans = asking !== undefined && (asked.isAlone ? !holdsOptions(asking) : goesOnFrom(asking));
  for (let at = asked.first - 1; at >= 0 && leans; at--) {
    const block = blocks[at];
    if (block === undefined || (isHeading(block) && found.length === 0)) break;
    found.push(block);
    leans = !isHeading(block) && goesOnFrom(block);
  }
  return found;
}

/** Whether the question's own words point at something said before. */
export function refersBack(question: string): boolean {
  return POINTING.some((pattern) => pattern.test(question));
}

/** A list without its introduction, or a paragraph that continues the one before it. */
function goesOnFrom({ raw }: Block): boolean {
  const [first = ""] = raw.trimStart().split("\n");
  if (raw.trimEnd().endsWith(":") && !APART.test(first)) return false;
  return APART.test(first) || ALTERNATIVE.test(first) || CONTINUING.test(first);
}

function isHeading({ raw }: Block): boolean {
  return !raw.trim().includes("\n") && HEADING.test(raw);
}

/** Its list of options comes after the words that ask. */
function holdsOptions({ raw }: Block): boolean {
  const [first = "", ...rest] = raw.trimStart().split("\n");
  return !ITEM.test(first) && rest.some((line) => ITEM.test(line));
}

function withBlock(passage: string, block: Block, where: "before" | "after"): string {
  const room = LONGEST_PASSAGE - passage.length - GAP.length;
  const text = fitted(block.raw.replace(/^\n+|\s+$/g, ""), room);
  if (text === "") return passage;
  return where === "before" ? `${text}${GAP}${passage}` : `${passage}${GAP}${text}`;
}

function fitted(raw: string, room: number): string {
  const text = CODE.test(raw) && raw.length > LONGEST_CODE ? LEFT_OUT : raw;
  if (text.length <= room) return text;
  if (room < LEAST_ROOM) return "";
  const lines = text.split("\n");
  const each = Math.floor(room / lines.length) - 1;
  return ITEM.test(text) && each >= LEAST_ITEM
    ? lines.map((line) => shortened(line, each)).join("\n")
    : shortened(text, room);
}

/** The last sentences that fit. */
function endOf(text: string): string {
  const end = text.slice(1 - LONGEST_PASSAGE).replace(/^[\udc00-\udfff]/, "");
  const [cut = ""] = /^.*?[.?!。？！…](?=\s)/s.exec(end) ?? [];
  return `${LEFT_OUT}${cut.length < end.length / 2 ? end.slice(cut.length) : end}`;
}

/** An offer of help in the question's own paragraph is left out. */
function withoutEnding(text: string, polite: ReadonlySet<string>): string {
  const ending = [...polite].find((sentence) => text.endsWith(sentence));
  return ending === undefined ? text : text.slice(0, -ending.length).trimEnd();
}

function joined(blocks: readonly Block[]): string {
  return blocks.map(({ raw }) => raw.trim()).join(GAP);
}

const GAP = "\n\n";
const LEFT_OUT = "…";
const LEAST_ROOM = 40;
const LEAST_ITEM = 12;
const LONGEST_CODE = 300;

const CODE = /^\s*(?:`{3,}|~{3,})/;
const ITEM = /^\s*(?:[-*+•]|\d{1,2}[.)]|[A-Z][.)])\s+/;
const HEADING = /^\s*(?:#{1,6}\s|(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$)/;
/** A list, a table, code or a quotation. */
const APART = /^\s*(?:(?:[-*+•]|\d{1,2}[.)]|[A-Z][.)])\s|\||`{3,}|~{3,}|>)/;
const ALTERNATIVE =
  /^[\s*_]*(?:(?:option|approach|way|plan|variant|choice|alternative|solution)\s+\w|[A-D1-9]\s*[:–—-]\s|(?:옵션|방법|대안|방안|선택지|안)\s*[\dA-Z가나다]|[①-⑨])/i;
const CONTINUING =
  /^[\s*_]*(?:(?:or|alternatively|otherwise|both|either|neither|instead|however|but|the (?:first|second|third|other|former|latter))\b|(?:또는|아니면|혹은|둘 다|다만|하지만|그러나|대신|반면|첫 번째|두 번째|세 번째|첫째|둘째|셋째))/i;
const POINTING = [
  /\b(?:which|either|both|neither|these|those|this|that|them|it|ones?|options?|approach|above|former|latter|proceed|continue|go ahead|prefer)\b/i,
  /어느|어떤|둘 중|중에서|이대로|그대로|이렇게|그렇게|이것|그것|이걸|그걸|이 방법|위의|진행|계속|쪽|실행/,
];
