/**
 * Follows several open dialogs of one agent on its terminal, where status files say too little. The
 * client shows them one after the other, so a dialog that made way for a later one was answered.
 * Only the screen also shows whether a sub-agent's dialog is visible while its hook waits.
 */

import type { DialogEvent } from "../../core/agent/agent-event.ts";
import type { Clock } from "../../store/clock.ts";
import { type Shown, shownOf } from "../clients/claude-code/shown-dialog.ts";

export interface QueueWatchParts<One> {
  clock: Clock;
  /** The agent's dialogs that are open now. */
  openOf: (agentId: number) => readonly One[];
  /** The text on the agent's terminal; null if it cannot be read. */
  screenOf: (agentId: number) => Promise<string | null>;
  /** A sub-agent's dialog is on the screen or comes up next. Called once for each dialog. */
  onShown: (one: One) => void;
  onOver: (one: One) => void;
}

export interface QueueWatch {
  /**
   * Another dialog of this agent opened. Watches its terminal while there is something to learn.
   */
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
        // The client counts as many dialogs as we hold, so all the others come up there next.
        for (const call of shown.left === open.length ? open : [shown.call]) {
          if (!seen.has(call) && call.subagentId !== null) report(onShown, agentId, call);
          seen.add(call);
        }
        if (before !== null && before.place < shown.place && before.call !== shown.call)
          report(onOver, agentId, before.call);
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

  function report(listener: (one: One) => void, agentId: number, call: DialogEvent) {
    const one = openOf(agentId).find(({ event }) => event === call);
    if (one !== undefined) listener(one);
  }
}
