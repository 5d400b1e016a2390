/**
 * Files and screenshots of a message: kept in the state folder, where the agent finds them. What
 * could not be fetched is told with its reason.
 */
import type { webApi } from "@slack/bolt";
import { kindOf } from "../../../store/uploads/file-kind.ts";
import type { Uploads } from "../../../store/uploads/uploads.ts";
import type { Download } from "../transport/download.ts";
import { type MessageFile, messageFiles } from "../transport/message-files.ts";

export interface FetchedFiles {
  paths: string[];
  missing: MissingFile[];
}

export interface MissingFile {
  name: string;
  why: "too_large" | "too_many" | "kind" | "elsewhere" | "refused" | "no_room" | "empty";
}

export type FetchFiles = (
  owner: string,
  files: readonly MessageFile[],
  limits: { most: number; signal: AbortSignal },
) => Promise<FetchedFiles>;

export interface FetchFilesParts {
  client: webApi.WebClient;
  download: Download;
  uploads: Uploads;
  onWarning: (message: string) => void;
}

/** As many as a person drops into one message of Slack. */
export const MOST_FILES = 10;
export const LARGEST_FILE_BYTES = 20 * 1024 * 1024;

export function createFetchFiles(parts: FetchFilesParts): FetchFiles {
  const { client, download, uploads, onWarning } = parts;
  return async (owner, files, { most, signal }) => {
    const fetched: FetchedFiles = { paths: [], missing: [] };
    // One after the other, so that only one is in memory.
    for (const [at, file] of files.entries()) {
      const kept = at < most ? await fetchOne(owner, file, signal) : "too_many";
      if (typeof kept === "object") fetched.paths.push(kept.path);
      else fetched.missing.push({ name: file.name, why: kept });
    }
    return fetched;
  };

  async function fetchOne(owner: string, file: MessageFile, signal: AbortSignal) {
    try {
      const { url, size, isElsewhere } = isToldOf(file) ? file : await askedFor(file);
      if (isElsewhere) return "elsewhere";
      if (size > LARGEST_FILE_BYTES) return "too_large";
      if (url === null) return "refused";
      const bytes = await download(url, { mostBytes: LARGEST_FILE_BYTES, signal });
      return typeof bytes === "string" ? bytes : await keep(owner, file, bytes);
    } catch (error) {
      if (!signal.aborted)
        onWarning(`A file in Slack was not fetched: ${(error as Error).message}`);
      return "refused";
    }
  }

  async function keep(owner: string, { name }: MessageFile, bytes: Buffer) {
    if (bytes.length === 0) return "empty";
    if (kindOf(bytes) === null) return "kind";
    return (await uploads.store(owner, name, bytes)) ?? "no_room";
  }

  /** In channels that workspaces share, Slack says only on demand where a file is. */
  async function askedFor(asked: MessageFile): Promise<MessageFile> {
    const { file } = await client.files.info({ file: asked.id });
    return messageFiles([file])[0] ?? asked;
  }
}

function isToldOf({ url, size, isElsewhere }: MessageFile): boolean {
  return url !== null || isElsewhere || size > LARGEST_FILE_BYTES;
}
