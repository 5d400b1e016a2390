/** When agents last stopped: a request from before that, heard of only now, stands for a dialog that is gone. */
import type { EventHead } from "../../core/agent/agent-event.ts";

export interface Stops {
  note(event: EventHead): void;
  isAfter(event: EventHead): boolean;
}

const MOST_REMEMBERED = 500;

export function rememberStops(): Stops {
  const stops = new Map<string, string>();
  return {
    note(event) {
      const name = nameOf(event);
      const before = stops.get(name) ?? "";
      stops.delete(name);
      stops.set(name, event.at > before ? event.at : before);
      const [oldest] = stops.keys();
      if (stops.size > MOST_REMEMBERED && oldest !== undefined) stops.delete(oldest);
    },
    isAfter: (event) => (stops.get(nameOf(event)) ?? "") > event.at,
  };
}

function nameOf({ client, sessionId, subagentId }: EventHead): string {
  return `${client} ${sessionId} ${subagentId ?? ""}`;
}
