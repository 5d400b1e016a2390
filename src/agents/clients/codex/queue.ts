/**
 * The queue that Codex keeps for each session. Sessions live in a background server that all Codex
 * windows share, so no hook knows which window shows a session. But `codex queue` takes a text for
 * a session, and the agent reads it when its current work is done.
 */
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Agent } from "../../../core/agent/agent.ts";

export interface CodexQueueEntrance {
  readonly home: string;
  readonly program: string;
}

// Linux limits one argument of a program to 128 KB.
export const MOST_QUEUED_BYTES = 120 * 1024;

/** Null if the agent has no queue, or if no process has its session open. */
export async function queueEntrance(
  { client, sessionId, transcriptPath }: Agent,
  findProgram: () => string | undefined,
): Promise<CodexQueueEntrance | null> {
  const home = client === "codex" ? homeOf(transcriptPath) : null;
  if (home === null || !(await hasQueue(home)) || !(await isOpen(home, sessionId))) return null;
  const own = join(home, "packages", "app-server-daemon", "current", "bin", "codex");
  const program = existsSync(own) ? own : findProgram();
  return program === undefined ? null : { home, program };
}

/** Never starts a server: it would pass our environment on to every later Codex session. */
export function queueArguments(sessionId: string, message: string): string[] {
  return [
    "queue",
    "--disable",
    "daemon_auto_start",
    `--thread=${sessionId}`,
    `--message=${message}`,
  ];
}

/** Codex keeps session files in its home folder, sorted by day. */
function homeOf(transcriptPath: string | null): string | null {
  return /^(.+)[\\/]sessions[\\/]\d{4}[\\/]/.exec(transcriptPath ?? "")?.[1] ?? null;
}

async function hasQueue(home: string): Promise<boolean> {
  const names = await readdir(home).catch(() => []);
  return names.some((name) => /^queue_\d+\.sqlite$/.test(name));
}

/**
 * A text for a closed session would wait until somebody resumes it, and would then come as a
 * surprise. A process that has the session open holds a lock on this file. The file may be left
 * over, but only Linux shows whether it is locked; elsewhere the file itself counts.
 */
async function isOpen(home: string, sessionId: string): Promise<boolean> {
  const file = await stat(join(home, "thread-writer-locks", `${sessionId}.lock`)).catch(() => null);
  if (file === null || process.platform !== "linux") return file !== null;
  const locks = await readFile("/proc/locks", "utf8").catch(() => null);
  return locks === null || locks.includes(`:${file.ino} `);
}
