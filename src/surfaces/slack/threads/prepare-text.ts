/**
 * A person's message as the agent gets it: with what was said before it, and where its files are.
 * What could not be had is told to the agent and in the thread.
 */
import { safeLine } from "../../../core/safety/safe-text.ts";
import { cut, cutMarkup } from "../render/text.ts";
import { threadWords } from "./messages.ts";
import { type ReadContext, UNREAD } from "./thread-context.ts";
import type { FetchFiles, MissingFile } from "./thread-files.ts";
import { keyOf, type Thread, type ThreadText } from "./thread-store.ts";
import type { ThreadWriter } from "./thread-writer.ts";

export interface TextPreparer {
  /** It may be called again for a text that the agent did not get. */
  prepare(thread: Thread, given: ThreadText): Promise<string>;
  /** What is under way ends. */
  close(): void;
}

export interface TextPreparerParts {
  writer: Pick<ThreadWriter, "post" | "localeOf">;
  readContext: ReadContext;
  fetchFiles: FetchFiles;
}

const LONGEST_NAME = 100;

export function createTextPreparer(parts: TextPreparerParts): TextPreparer {
  const { writer, readContext, fetchFiles } = parts;
  const closing = new AbortController();
  return { prepare, close: () => closing.abort() };

  async function prepare(thread: Thread, given: ThreadText): Promise<string> {
    const { text, context, files = [] } = given;
    if (context === undefined && files.length === 0) return text;
    const before = context === undefined ? "" : await readContext(thread, context);
    const { paths, missing } = await fetchFiles(keyOf(thread), files, closing.signal);
    if (!closing.signal.aborted) await tell(thread, before === null, missing);
    const alone = text.trim() === "" && paths.length > 0 ? "Here is a file for you." : text;
    return [alone, before ?? UNREAD, ...filesInWords(paths, missing)]
      .filter((part) => part.trim() !== "")
      .join("\n\n");
  }

  async function tell(thread: Thread, isUnread: boolean, missing: readonly MissingFile[]) {
    if (!isUnread && missing.length === 0) return;
    const say = threadWords(await writer.localeOf(thread));
    const names = missing.map(({ name, why }) => {
      return `• ${cutMarkup(safeLine(name), LONGEST_NAME)}: ${say.missingFile[why]}`;
    });
    const words = [
      ...(isUnread ? [say.contextUnread] : []),
      ...(names.length === 0 ? [] : [say.filesMissing, ...names]),
    ];
    await writer.post(thread, words.join("\n"));
  }
}

/** English, because the agent reads it. */
function filesInWords(paths: readonly string[], missing: readonly MissingFile[]): string[] {
  const lines = [
    ...paths.map((path) => `File: ${path}`),
    ...missing.map(({ name, why }) => {
      const words = threadWords("en").missingFile[why];
      return `(A file that you do not have: ${cut(safeLine(name), LONGEST_NAME)}, ${words})`;
    }),
  ];
  return lines.length === 0 ? [] : [lines.join("\n")];
}
