/**
 * The pause between a text and its Enter: an agent takes an Enter that comes too soon for a line
 * break.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Pane } from "../../core/agent/agent.ts";
import { AgentUnreachable } from "./channel.ts";
import type { TmuxClient } from "./tmux-client.ts";

// Agents treat an Enter within 120 ms of reading a burst of text as part of it. Reading a long text
// takes a while.
const LEAST_MS = 200;
const CHARACTERS_READ_PER_MS = 1_000;
const AFTER_SHOWN_MS = 150;
const LONGEST_UNSHOWN_MS = 1_000;
const LOOK_EVERY_MS = 25;

export interface EnterDelay {
  /** Resolves when Enter may follow a text of this length. */
  wait(length: number): Promise<void>;
}

/**
 * Call it before the text is typed. An agent on a busy machine reads late, so the pause starts
 * again when its screen first changes. An agent that shows nothing, or repaints all the time, gets
 * a pause that is usually long enough.
 */
export async function startEnterDelay(tmux: TmuxClient, pane: Pane): Promise<EnterDelay> {
  const before = await screen().catch((cause: unknown) => {
    throw new AgentUnreachable("no_tmux", { cause });
  });
  return { wait };

  async function wait(length: number): Promise<void> {
    const typedAt = performance.now();
    const isOver = () => performance.now() - typedAt >= LONGEST_UNSHOWN_MS;
    while ((await screen()) === before && !isOver()) await sleep(LOOK_EVERY_MS);
    const usual = typedAt + LEAST_MS + length / CHARACTERS_READ_PER_MS;
    await sleep(Math.max(usual - performance.now(), AFTER_SHOWN_MS));
  }

  function screen(): Promise<string> {
    return tmux.query(["capture-pane", "-p", "-t", pane.id]);
  }
}
