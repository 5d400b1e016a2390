/** Files that a person puts into an answer: kept like those from the phone, known to the agent by path. */
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { AsklineError } from "../../core/ask/errors.ts";
import type { Settings } from "../../desk/settings.ts";
import { bytesOf } from "../../http/body.ts";
import { ANSWERS_FOLDER } from "../../store/uploads/attached.ts";
import { kindOf } from "../../store/uploads/file-kind.ts";
import { openUploads } from "../../store/uploads/uploads.ts";
import type { Attached } from "./wire.ts";

export type AttachSettings = Pick<
  Settings,
  "stateDirectory" | "retentionDays" | "voice_bridge.uploads.largest_megabytes"
>;

/** Why a file is not taken; the page says it in its own words. */
export class NotAttached extends AsklineError {
  readonly code: "file_kind" | "no_room" | "empty_file";
  readonly suggestion = "Attach a picture, text, PDF or archive.";
  constructor(code: NotAttached["code"]) {
    super("This file cannot be attached.");
    this.code = code;
  }
}

export function openAttachments(settings: AttachSettings) {
  const uploads = openUploads({
    directory: join(settings.stateDirectory, "uploads"),
    largestBytes: settings["voice_bridge.uploads.largest_megabytes"] * 1024 * 1024,
    retentionDays: settings.retentionDays,
    now: () => new Date(),
  });
  return { take };

  /** The name is the person's; what it is, is told by its bytes. */
  async function take(incoming: IncomingMessage, name: string): Promise<Attached> {
    const bytes = await bytesOf(incoming, uploads.largestBytes);
    if (bytes.length === 0) throw new NotAttached("empty_file");
    if (kindOf(bytes) === null) throw new NotAttached("file_kind");
    const file = await uploads.store(ANSWERS_FOLDER, name, bytes);
    if (file === null) throw new NotAttached("no_room");
    return { fileName: file.fileName, path: file.path };
  }
}
