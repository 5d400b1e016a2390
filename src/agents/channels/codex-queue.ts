/** Hands texts to Codex's own queue, which works for agents without a terminal of their own. */
import { type ChildProcess, execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Agent } from "../../core/agent/agent.ts";
import { MOST_QUEUED_BYTES, queueArguments, queueEntrance } from "../clients/codex/queue.ts";
import { AgentUnreachable, type Channel, type Handover, UnfitText } from "./channel.ts";
import { typedText } from "./typed-text.ts";

export interface CodexQueueOptions {
  /** Finds the `codex` command if Codex's server came without one. */
  findProgram(): string | undefined;
}

const ANSWERS_WITHIN_MS = 30_000;

export function createCodexQueue({ findProgram }: CodexQueueOptions): Channel {
  const running = new Set<ChildProcess>();
  const reaches = async (agent: Agent) => (await queueEntrance(agent, findProgram)) !== null;
  return { keepsTexts: true, reaches, deliver, close };

  async function deliver(
    agent: Agent,
    text: string,
    { claim, signal }: Handover,
  ): Promise<boolean> {
    const message = typedText(text);
    if (Buffer.byteLength(message) > MOST_QUEUED_BYTES) {
      throw new UnfitText(
        `The text is too long for Codex's queue: ${MOST_QUEUED_BYTES / 1024} KB is the most.`,
      );
    }
    const entrance = await queueEntrance(agent, findProgram);
    if (entrance === null) throw new AgentUnreachable("no_pane");
    signal?.throwIfAborted();
    if (!(await claim())) return false;
    const env = { ...process.env, CODEX_HOME: entrance.home };
    const handing = promisify(execFile)(
      entrance.program,
      queueArguments(agent.sessionId, message),
      {
        ...{ env, timeout: ANSWERS_WITHIN_MS, killSignal: "SIGKILL" },
      },
    );
    running.add(handing.child);
    await handing.finally(() => running.delete(handing.child));
    return true;
  }

  /** Kills programs that still run: one that hangs would keep the whole process alive. */
  async function close() {
    for (const child of running) child.kill("SIGKILL");
  }
}
