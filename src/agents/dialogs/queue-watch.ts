/**
 * What an agent's terminal shows of its open dialogs, where the client itself tells too little. Of several it shows one after
 * the other: what was on the screen and has made way for a later one was answered there. And of a sub-agent's dialog nobody
 * else knows whether it is on the screen while its hook waits.
 */

import type { DialogEvent } from "../../core/agent/agent-event.ts";
import type { Clock } from "../../store/clock.ts";
import { type Shown, shownOf } from "../clients/claude-code/shown-dialog.ts";

export interface QueueWatchParts<One> {
  clock: Clock;
  /** The agent's dialogs that are open now. */
  openOf: (agentId: number) => readonly One[];
  /** What the agent's terminal shows; null where that cannot be seen. */
  screenOf: (agentId: number) => Promise<string | null>;
  /** A sub-agent's dialog is on the screen, or next there. Called once for each. */
  onShown: (one: One) => void;
  onOver: (one: One) => void;
}

export interface QueueWatch {
  /** Another dialog of that agent was opened. Its terminal is looked at for as long as there is something to learn. */
  opened(agentId: number): void;
}

const LOOK_EVERY_MS = 200;
const NONE: ReadonlySet<DialogEvent> = new Set();

export function watchQueues<One extends { event: DialogEvent }>(
  parts: QueueWatchParts<One>,
): QueueWatch {
  const { clock, openOf, screenOf, onShown, onOver } = parts;
  const watched = new Set<number>();
  return {
    opened(agentId) {
      if (watched.has(agentId) || !isOfInterest(eventsOf(agentId), NONE)) return;
      watched.add(agentId);
      void follow(agentId).finally(() => watched.delete(agentId));
    },
  };

  async function follow(agentId: number) {
    const seen = new Set<DialogEvent>();
    let before: Shown<DialogEvent> | null = null;
    for (let open = eventsOf(agentId); isOfInterest(open, seen); open = eventsOf(agentId)) {
      const screen = await screenOf(agentId).catch(() => null);
      const shown = screen === null ? null : shownOf(screen, open);
      if (shown !== null) {
        // As many as are open: then the others come up next.
        for (const call of shown.left === open.length ? open : [shown.call]) {
          if (!seen.has(call) && call.subagentId !== null) tell(onShown, agentId, call);
          seen.add(call);
        }
        if (before !== null && before.place < shown.place && before.call !== shown.call)
          tell(onOver, agentId, before.call);
        before = shown;
      }
      await new Promise<void>((resolve) => clock.after(LOOK_EVERY_MS, resolve));
    }
  }

  function eventsOf(agentId: number): DialogEvent[] {
    return openOf(agentId)
      .map(({ event }) => event)
      .filter(({ client }) => client === "claude-code");
  }

  function isOfInterest(open: readonly DialogEvent[], seen: ReadonlySet<DialogEvent>): boolean {
    return open.length > 1 || open.some((event) => event.subagentId !== null && !seen.has(event));
  }

  function tell(listener: (one: One) => void, agentId: number, call: DialogEvent) {
    const one = openOf(agentId).find(({ event }) => event === call);
    if (one !== undefined) listener(one);
  }
}
