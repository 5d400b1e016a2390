/** Decides whether an agent's last message asks the person something. In doubt, it does not. */
import { english } from "./english.ts";
import { korean } from "./korean.ts";
import type { Kind, Language } from "./language.ts";
import { passageOf } from "./passage.ts";
import { blocksOf, type Line, proseOf, type Sentence } from "./prose.ts";

export interface FoundQuestion {
  /** The words that ask. */
  question: string;
  /** These words with what they are about. */
  passage: string;
}

/** The text that asks, or null. Code, quotations, headings, tables and logs do not count. */
export function detectQuestion(text: string): FoundQuestion | null {
  const blocks = blocksOf(text);
  const prose = lastOf(proseOf(blocks));
  const lines = withoutCourtesy(prose);
  const asking = lines.flatMap((line, index) => {
    const sentences = askingIn(line, lines.slice(0, index), lines.slice(index + 1));
    return sentences.length === 0 ? [] : [{ line, sentences }];
  });
  const first = asking[0]?.line.block;
  const last = asking.at(-1)?.line.block;
  if (first === undefined || last === undefined) return null;
  const question = asking.map(({ sentences }) => wordsOf(sentences)).join("\n");
  const asked = { first, last, question, isAlone: isNothingElse(lines, asking, first) };
  return { question, passage: passageOf(blocks, asked, courtesiesIn(prose)) };
}

/** Whether the block has no sentence but those that ask. */
function isNothingElse(
  lines: readonly Line[],
  asking: readonly { sentences: Sentence[] }[],
  block: number,
): boolean {
  const asks = new Set(asking.flatMap(({ sentences }) => sentences));
  return lines
    .filter((line) => line.block === block)
    .every(({ sentences }) => sentences.every((sentence) => asks.has(sentence)));
}

function courtesiesIn(lines: readonly Line[]): Sentence[] {
  return lines.flatMap(({ sentences }) =>
    sentences.filter((sentence) => kindOf(sentence) === "courtesy"),
  );
}

// A question further up is no longer open, and a longer sentence is no question. These limits also
// keep hostile text from costing time.
const LAST_LINES = 200;
const LAST_SENTENCES = 50;
const LONGEST_SENTENCE = 1_000;

const LANGUAGES: readonly Language[] = [english, korean];

function askingIn(line: Line, before: Line[], after: Line[]): Sentence[] {
  const prose = after.filter((other) => !other.isListed);
  // The message has moved on from questions further up.
  if (
    new Set(prose.map(({ paragraph }) => paragraph).filter((one) => one !== line.paragraph)).size >
    1
  )
    return [];
  if (line.isListed) {
    return prose.length === 0 && isAnnounced(before)
      ? line.sentences.slice(-1).filter(isQuestion)
      : [];
  }
  return line.sentences.filter((sentence, index) => {
    const rest = line.sentences.slice(index + 1);
    const kind = kindOf(sentence);
    if (kind === "request") return true;
    if (kind === null || rest.some(isAnswer)) return false;
    return (
      kind === "directed" ||
      (rest.every(isQuestion) && prose.every((other) => other.sentences.every(isQuestion)))
    );
  });
}

function lastOf(lines: Line[]): Line[] {
  return lines.slice(-LAST_LINES).map((line) => ({
    ...line,
    sentences: line.sentences
      .slice(-LAST_SENTENCES)
      .filter(({ own }) => own.length <= LONGEST_SENTENCE),
  }));
}

/** Drops an offer of help at the end, so that the question before it counts. */
function withoutCourtesy(lines: Line[]): Line[] {
  return lines.flatMap((line) => {
    const sentences = line.sentences.filter((sentence) => kindOf(sentence) !== "courtesy");
    return sentences.length === 0 ? [] : [{ ...line, sentences }];
  });
}

function isAnnounced(before: Line[]): boolean {
  const last = before.findLast((line) => !line.isListed)?.sentences.at(-1);
  return last !== undefined && LANGUAGES.some((language) => language.announces(last.own));
}

function kindOf(sentence: Sentence): Kind | null {
  return (
    LANGUAGES.map((language) => language.kindOf(sentence)).find((kind) => kind !== null) ?? null
  );
}

function isQuestion(sentence: Sentence): boolean {
  const kind = kindOf(sentence);
  return kind === "directed" || kind === "open";
}

function isAnswer(sentence: Sentence): boolean {
  return LANGUAGES.some((language) => language.isAnswer(sentence));
}

function wordsOf(sentences: readonly Sentence[]): string {
  return sentences.map(({ original }) => original).join(" ");
}
