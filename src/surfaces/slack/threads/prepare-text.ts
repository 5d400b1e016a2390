/**
 * A person's message as the agent gets it: with what was said before it, and where its files are.
 * What could not be had is told to the agent and in the thread.
 */
import { safeLine } from "../../../core/safety/safe-text.ts";
import { cut, cutMarkup } from "../render/text.ts";
import type { MessageFile } from "../transport/message-files.ts";
import { threadWords } from "./messages.ts";
import { type ReadContext, type ThreadContext, unread } from "./thread-context.ts";
import { type FetchedFiles, type FetchFiles, MOST_FILES } from "./thread-files.ts";
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

/** Of the messages before; `left`: how many more there were than are fetched. */
interface EarlierFiles extends FetchedFiles {
  left: number;
}

const LONGEST_NAME = 100;
const NOTHING: ThreadContext = { words: "", files: [] };

export function createTextPreparer(parts: TextPreparerParts): TextPreparer {
  const { writer, readContext, fetchFiles } = parts;
  const closing = new AbortController();
  const { signal } = closing;
  return { prepare, close: () => closing.abort() };

  async function prepare(thread: Thread, given: ThreadText): Promise<string> {
    const { text, context, files = [] } = given;
    if (context === undefined && files.length === 0) return text;
    const before = context === undefined ? NOTHING : await readContext(thread, context);
    const own = await fetchFiles(keyOf(thread), files, { most: MOST_FILES, signal });
    const earlier = await fetchEarlier(thread, before?.files ?? [], MOST_FILES - files.length);
    if (!signal.aborted) await tell(thread, before === null, own, earlier);
    const alone = text.trim() === "" && own.paths.length > 0 ? "Here is a file for you." : text;
    const said = before === null && context !== undefined ? unread(context) : before?.words;
    return [alone, said ?? "", earlierInWords(earlier), filesInWords(own, "File", "A file")]
      .filter((part) => part.trim() !== "")
      .join("\n\n");
  }

  /** As many as the message's own files leave room for, and the latest. */
  async function fetchEarlier(
    thread: Thread,
    files: readonly MessageFile[],
    room: number,
  ): Promise<EarlierFiles> {
    const left = Math.max(0, files.length - Math.max(0, room));
    const latest = files.slice(left);
    return { ...(await fetchFiles(keyOf(thread), latest, { most: MOST_FILES, signal })), left };
  }

  async function tell(thread: Thread, isUnread: boolean, own: FetchedFiles, earlier: EarlierFiles) {
    const missing = [...own.missing, ...earlier.missing];
    if (!isUnread && missing.length === 0 && earlier.left === 0) return;
    const say = threadWords(await writer.localeOf(thread));
    const names = missing.map(({ name, why }) => {
      return `• ${cutMarkup(safeLine(name), LONGEST_NAME)}: ${say.missingFile[why]}`;
    });
    if (earlier.left > 0) names.push(`• ${say.earlierFiles(earlier.left)}`);
    const words = [
      ...(isUnread ? [say.contextUnread] : []),
      ...(names.length === 0 ? [] : [say.filesMissing, ...names]),
    ];
    await writer.post(thread, words.join("\n"));
  }
}

/** English, because the agent reads it. */
function filesInWords({ paths, missing }: FetchedFiles, file: string, aFile: string): string {
  const lines = [
    ...paths.map((path) => `${file}: ${path}`),
    ...missing.map(({ name, why }) => {
      const words = threadWords("en").missingFile[why];
      return `(${aFile} that you do not have: ${cut(safeLine(name), LONGEST_NAME)}, ${words})`;
    }),
  ];
  return lines.join("\n");
}

function earlierInWords(earlier: EarlierFiles): string {
  const { left } = earlier;
  const words = filesInWords(earlier, "File of an earlier message", "A file of an earlier message");
  const rest = left === 0 ? "" : `(That you do not have: ${threadWords("en").earlierFiles(left)}.)`;
  return [words, rest].filter(Boolean).join("\n");
}
