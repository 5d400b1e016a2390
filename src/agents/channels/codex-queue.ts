/**
 * The way to a Codex agent without a terminal of its own. Its sessions live in a background server that all of its
 * windows share, so no hook knows in which window a session is shown; but Codex keeps a queue for each session, and
 * `codex queue` puts a text there. The agent takes it when it is done with what it does, whatever is on its screen.
 */
import { type ChildProcess, execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Agent } from "../../core/agent/agent.ts";
import { AgentUnreachable, type Channel, type Handover, UnfitText } from "./channel.ts";
import { typedText } from "./typed-text.ts";

export interface CodexQueueOptions {
  /** Where the `codex` command is, should the server have brought none of its own. */
  findProgram(): string | undefined;
}

// Systems let one argument of a program be 128 KB long.
const MOST_BYTES = 120 * 1024;
const ANSWERS_WITHIN_MS = 30_000;

export function createCodexQueue({ findProgram }: CodexQueueOptions): Channel {
  const running = new Set<ChildProcess>();
  return { keepsTexts: true, reaches: async (agent) => (await wayTo(agent)) !== null, deliver, close };

  async function deliver(agent: Agent, text: string, { claim, signal }: Handover): Promise<boolean> {
    const message = typedText(text);
    if (Buffer.byteLength(message) > MOST_BYTES) {
      throw new UnfitText(`The text is too long for Codex's queue: ${MOST_BYTES / 1024} KB is the most.`);
    }
    const way = await wayTo(agent);
    if (way === null) throw new AgentUnreachable("no_pane");
    signal?.throwIfAborted();
    if (!(await claim())) return false;
    // A server that this starts would have our environment, and every later session of Codex's too.
    const words = ["queue", "--disable", "daemon_auto_start", `--thread=${agent.sessionId}`, `--message=${message}`];
    const env = { ...process.env, CODEX_HOME: way.home };
    const handing = promisify(execFile)(way.program, words, { env, timeout: ANSWERS_WITHIN_MS, killSignal: "SIGKILL" });
    running.add(handing.child);
    await handing.finally(() => running.delete(handing.child));
    return true;
  }

  /** Whoever closes it has waited long enough; a program that hangs would keep the whole process. */
  async function close() {
    for (const child of running) child.kill("SIGKILL");
  }

  async function wayTo({
    client,
    sessionId,
    transcriptPath,
  }: Agent): Promise<{ home: string; program: string } | null> {
    const home = client === "codex" ? homeOf(transcriptPath) : null;
    if (home === null || !(await hasQueue(home)) || !(await isOpen(home, sessionId))) return null;
    const own = join(home, "packages", "app-server-daemon", "current", "bin", "codex");
    const program = existsSync(own) ? own : findProgram();
    return program === undefined ? null : { home, program };
  }
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
 * A text for a session that nobody has open would be kept until somebody resumes it, and come as a surprise. Whoever has
 * it open holds a lock; a file that is left over tells nothing, but only Linux says whether it is locked.
 */
async function isOpen(home: string, sessionId: string): Promise<boolean> {
  const file = await stat(join(home, "thread-writer-locks", `${sessionId}.lock`)).catch(() => null);
  if (file === null || process.platform !== "linux") return file !== null;
  const locks = await readFile("/proc/locks", "utf8").catch(() => null);
  return locks === null || locks.includes(`:${file.ino} `);
}
