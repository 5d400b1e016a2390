/** Answers that `askline answer` reads from standard input. */
import { constants, fstatSync } from "node:fs";
import { readInput } from "./read-input.ts";

// Whoever leaves a pipe open without a word in it does not mean to answer through it.
const PATIENCE_MS = 5_000;

/**
 * The words for each question: all of it for one, a line each for several. Null where nothing comes:
 * at once where nothing is connected, after some seconds where an open pipe stays silent. `isMeant`
 * says that the person wrote `-`, and waits until the input ends.
 */
export async function pipedAnswers(
  questions: number,
  { isMeant }: { isMeant: boolean },
): Promise<string[] | null> {
  if (!isMeant && !isConnected()) return null;
  const text = await readInput(isMeant ? null : PATIENCE_MS);
  if (text === null || text.trim() === "") return null;
  return questions === 1 ? [text.trim()] : text.trim().split(/\r?\n/);
}

function isConnected(): boolean {
  try {
    const kind = fstatSync(0).mode & constants.S_IFMT;
    return kind === constants.S_IFIFO || kind === constants.S_IFREG || kind === constants.S_IFSOCK;
  } catch {
    return false;
  }
}
