/**
 * The queue that Codex keeps for each session. Its sessions live in a background server that all of
 * its windows share, so no hook knows in which window a session is shown; but `codex queue` takes a
 * text for one, and the agent takes it from there when it is done with what it does.
 */
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Agent } from "../../../core/agent/agent.ts";

export interface CodexQueueEntrance {
  readonly home: string;
  readonly program: string;
}

// Systems let one argument of a program be 128 KB long.
export const MOST_QUEUED_BYTES = 120 * 1024;

/** Null where the agent has no queue, or nobody has its session open. */
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

/** A server that this starts would have our environment, and every later session of Codex's too. */
export function queueArguments(sessionId: string, message: string): string[] {
  return [
    "queue",
    "--disable",
    "daemon_auto_start",
    `--thread=${sessionId}`,
    `--message=${message}`,
  ];
}

/** Codex keeps its sessions' files below its folder, by day. */
function homeOf(transcriptPath: string | null): string | null {
  return /^(.+)[\\/]sessions[\\/]\d{4}[\\/]/.exec(transcriptPath ?? "")?.[1] ?? null;
}

async function hasQueue(home: string): Promise<boolean> {
  const names = await readdir(home).catch(() => []);
  return names.some((name) => /^queue_\d+\.sqlite$/.test(name));
}

/**
 * A text for a session that nobody has open would be kept until somebody resumes it, and come as a
 * surprise. A process that has it open holds a lock; a file that is left over tells nothing, but
 * only Linux says whether it is locked.
 */
async function isOpen(home: string, sessionId: string): Promise<boolean> {
  const file = await stat(join(home, "thread-writer-locks", `${sessionId}.lock`)).catch(() => null);
  if (file === null || process.platform !== "linux") return file !== null;
  const locks = await readFile("/proc/locks", "utf8").catch(() => null);
  return locks === null || locks.includes(`:${file.ino} `);
}
