/**
 * Notices which of several open dialogs of an agent was answered in its own terminal. The client waits on for the others
 * then, and tells nobody; but its terminal shows one after the other: what was on the screen and has made way for a later
 * one is over.
 */
import type { Clock } from "../../desk/clock.ts";
import type { DialogEvent } from "./open-dialog.ts";
import { type Shown, shownOfSeveral } from "./shown-of-several.ts";

export interface QueueWatchParts<One> {
  clock: Clock;
  /** The agent's dialogs that are open now. */
  openOf: (agentId: number) => readonly One[];
  /** What the agent's terminal shows; null where that cannot be seen. */
  screenOf: (agentId: number) => Promise<string | null>;
  onOver: (one: One) => void;
}

export interface QueueWatch {
  /** Another dialog of that agent was opened. It is looked at for as long as there are several. */
  opened(agentId: number): void;
}

const LOOK_EVERY_MS = 200;

export function watchQueues<One extends { event: DialogEvent }>(parts: QueueWatchParts<One>): QueueWatch {
  const { clock, openOf, screenOf, onOver } = parts;
  const watched = new Set<number>();
  return {
    opened(agentId) {
      if (watched.has(agentId) || several(agentId).length === 0) return;
      watched.add(agentId);
      void follow(agentId).finally(() => watched.delete(agentId));
    },
  };

  async function follow(agentId: number) {
    let before: Shown<DialogEvent> | null = null;
    for (let open = several(agentId); open.length > 0; open = several(agentId)) {
      const screen = await screenOf(agentId).catch(() => null);
      const shown = screen === null ? null : shownOfSeveral(screen, open);
      if (shown !== null && before !== null && before.place < shown.place && before.call !== shown.call) {
        over(agentId, before.call);
      }
      before = shown ?? before;
      await new Promise<void>((resolve) => clock.after(LOOK_EVERY_MS, resolve));
    }
  }

  function over(agentId: number, call: DialogEvent) {
    const one = openOf(agentId).find(({ event }) => event === call);
    if (one !== undefined) onOver(one);
  }

  /** Those that its terminal shows one after the other, where they are more than one. */
  function several(agentId: number): DialogEvent[] {
    const events = openOf(agentId).map(({ event }) => event);
    const open = events.filter(({ client, subagentId }) => client === "claude-code" && subagentId === null);
    return open.length > 1 ? open : [];
  }
}
