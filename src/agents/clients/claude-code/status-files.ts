/**
 * Reads Claude Code's status files: one for each of its processes, in the folder `sessions` beside
 * that of its transcripts. A file names the session and says whether it is `busy`, `idle`, or
 * `waiting` for its person.
 */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";

export type ClientStatus = "waiting" | "working" | "resting";

export interface StatusFiles {
  /** Null if there is no status file for the session, or if it cannot be read now. */
  read(): ClientStatus | null;
}

const StatusFile = z.object({ sessionId: z.string(), status: z.string() });

/** A session may be open in two terminals. It counts as waiting if it waits in one of them. */
export function statusFilesOf(transcriptPath: string, sessionId: string): StatusFiles {
  const folder = join(dirname(dirname(dirname(transcriptPath))), "sessions");
  let paths: string[] = [];
  return {
    read() {
      if (paths.length === 0) paths = namesIn(folder).map((name) => join(folder, name));
      const said = new Map(paths.map((path) => [path, statusIn(path, sessionId)]));
      paths = paths.filter((path) => said.get(path) !== "of another");
      const known = [...said.values()];
      if (known.includes("waiting")) return "waiting";
      if (known.includes("unreadable")) return null;
      return known.includes("working") ? "working" : known.includes("resting") ? "resting" : null;
    },
  };
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch {
    return [];
  }
}

function statusIn(path: string, sessionId: string): ClientStatus | "of another" | "unreadable" {
  const text = textIn(path);
  if (text === null) return "of another";
  try {
    const file = StatusFile.safeParse(JSON.parse(text)).data;
    if (file?.sessionId !== sessionId) return "of another";
    if (file.status === "waiting") return "waiting";
    return file.status === "busy" ? "working" : "resting";
  } catch {
    // The file is being written.
    return "unreadable";
  }
}

function textIn(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
