/**
 * Checks from time to time for what no hook reports: agents that are gone, idle or old enough to
 * prune.
 */
import type { Agent } from "../core/agent/agent.ts";
import type { AgentEvent } from "../core/agent/agent-event.ts";
import type { AgentLog } from "../store/agent-log.ts";
import { exitOf } from "./detect-exit.ts";
import { createIdleDetector } from "./detect-idle.ts";

export interface Upkeep {
  /** Runs a first check at once; the timers run anyway. */
  start(): void;
  close(): void;
}

export interface UpkeepParts {
  log: AgentLog;
  /** Takes an event as if a hook had reported it. */
  onExit(event: AgentEvent): Promise<unknown>;
  onIdle(event: AgentEvent): Promise<unknown>;
  isInDialog(agentId: number): boolean;
  onWarning(message: string): void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const LOOKS_FOR_EXIT_MS = 30_000;
const LOOKS_FOR_IDLE_MS = 3_000;
// Conversations of agents that ended longer ago are deleted, and so are older events.
const KEEPS_DAYS = 90;
const KEEPS_EVENTS = 200_000;

export function createUpkeep({ log, onExit, onIdle, isInDialog, onWarning }: UpkeepParts): Upkeep {
  const idleDetector = createIdleDetector();
  const timers = [
    setInterval(() => void prune(), DAY_MS),
    setInterval(() => void endGone(), LOOKS_FOR_EXIT_MS),
    setInterval(() => void noteIdle(), LOOKS_FOR_IDLE_MS),
  ];
  for (const timer of timers) timer.unref();
  return {
    start() {
      void endGone();
      void prune();
    },
    close() {
      for (const timer of timers) clearInterval(timer);
    },
  };

  async function endGone() {
    try {
      await eachAgent(async (agent) => {
        const exit = isInDialog(agent.id) ? null : exitOf(agent, new Date());
        if (exit !== null) await onExit(exit);
      });
    } catch (error) {
      onWarning(`Agents that are gone are still listed: ${(error as Error).message}`);
    }
  }

  async function noteIdle() {
    try {
      await eachAgent(async (agent) => {
        const idle = idleDetector.idleEventOf(agent, new Date());
        if (idle !== null) await onIdle(idle);
      });
    } catch {
      // The next check comes soon.
    }
  }

  async function eachAgent(look: (agent: Agent) => Promise<void>) {
    for (const agent of await log.agents({ isEnded: false })) await look(agent);
  }

  async function prune() {
    const endedBefore = new Date(Date.now() - KEEPS_DAYS * DAY_MS).toISOString();
    await log
      .prune(endedBefore, KEEPS_EVENTS)
      .catch((error: Error) => onWarning(`Nothing was pruned: ${error.message}`));
  }
}
