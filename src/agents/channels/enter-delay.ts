/** The moment between a text and its Enter, which an agent takes for a line break when it comes too soon. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Pane } from "../../core/agent/agent.ts";
import { AgentUnreachable } from "./channel.ts";
import type { TmuxClient } from "./tmux-client.ts";

// Agents wait 120 ms after a burst of text, counted from when they read it; long texts take a while to read.
const LEAST_MS = 200;
const CHARACTERS_READ_PER_MS = 1_000;
const AFTER_SHOWN_MS = 150;
const LONGEST_UNSHOWN_MS = 1_000;
const LOOK_EVERY_MS = 25;

export interface EnterDelay {
  /** Resolves when the Enter may follow a text of that length. */
  wait(length: number): Promise<void>;
}

/**
 * Call it before the text is typed. On a busy machine an agent reads late, so the time starts anew when its screen first
 * changes; an agent that shows nothing, or was repainting anyway, gets the time that is usually enough.
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
