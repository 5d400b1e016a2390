/** The dialogs that are held, and which of them an event of their agent is about. */
import type { AgentEvent, DialogEvent, EventHead, ToolCall } from "../../core/agent/agent-event.ts";
import { isSameCall } from "../clients/common/call-hash.ts";
import type { Dialog } from "./dialog.ts";

export interface HeldDialog {
  askId: string;
  agentId: number;
  event: DialogEvent;
  /** Resolves once the ask is on the desk; to null where there is no dialog that could be answered. */
  dialog: Promise<Dialog | null>;
  toolUseId: string | null;
  /** Hooks that wait for it; a client may have been told twice to call us. */
  hooks: number;
  /** A decision is said once: of two hooks that look alike, the other may be about another call. */
  isTold: boolean;
  /** Ends the look at the agent's own terminal. */
  stopWatching: () => void;
}

export interface HeldDialogRegistry {
  readonly open: ReadonlySet<HeldDialog>;
  add(held: HeldDialog): void;
  remove(held: HeldDialog): void;
  /** It was decided on a surface; its tool, which may show otherwise, has not finished yet. */
  decided(held: HeldDialog): void;
  /** The same request again: by its call, or without one by what it says. */
  sameAs(event: DialogEvent, toolUseId: string | null): HeldDialog | undefined;
  /** Names the call of a request that was heard before it began. False when there was none. */
  nameCall(event: Extract<AgentEvent, { type: "tool_starting" }>): boolean;
  /** The one whose tool this is. Asked once: after that it is not among the decided any more. */
  takeFinished(event: Extract<AgentEvent, { type: "tool_finished" }>): HeldDialog | undefined;
  /** Those of its session that were open when the event came about. */
  openBefore(event: AgentEvent): HeldDialog[];
  noteStop(event: EventHead): void;
  /** The agent stopped after this request, of which we hear only now: its dialog is gone. */
  isGone(event: EventHead): boolean;
}

// Long enough for any tool to finish, few enough to forget nothing that matters.
const MOST_REMEMBERED = 200;
const MOST_STOPS = 500;

export function createHeldDialogRegistry(): HeldDialogRegistry {
  const open = new Set<HeldDialog>();
  const decided: HeldDialog[] = [];
  // When agents, and sub-agents, last stopped.
  const stops = new Map<string, string>();
  return {
    open,
    add: (held) => void open.add(held),
    remove: (held) => void open.delete(held),
    decided(held) {
      if (decided.includes(held)) return;
      decided.push(held);
      if (decided.length > MOST_REMEMBERED) decided.shift();
    },
    sameAs(event, toolUseId) {
      const isSame = (held: HeldDialog) =>
        toolUseId === null
          ? isAbout(held, event, null)
          : isSession(held, event) && held.toolUseId === toolUseId;
      return [...open].find((held) => !held.isTold && isSame(held));
    },
    nameCall(event) {
      const held = [...open].find((one) => one.toolUseId === null && isAbout(one, event, null));
      if (held !== undefined) held.toolUseId = event.toolUseId;
      return held !== undefined;
    },
    takeFinished(event) {
      const isOver = (one: HeldDialog) =>
        one.event.at <= event.at && isAbout(one, event, event.toolUseId);
      const candidates = [...open, ...decided]
        .filter(isOver)
        .sort((one, other) => (one.event.at < other.event.at ? -1 : 1));
      const concerned = candidates.find(({ toolUseId }) => toolUseId !== null) ?? candidates[0];
      if (concerned !== undefined && decided.includes(concerned))
        decided.splice(decided.indexOf(concerned), 1);
      return concerned;
    },
    openBefore: (event) =>
      [...open].filter((held) => isSession(held, event) && held.event.at <= event.at),
    noteStop(event) {
      const name = nameOf(event);
      const before = stops.get(name) ?? "";
      stops.delete(name);
      stops.set(name, event.at > before ? event.at : before);
      const [oldest] = stops.keys();
      if (stops.size > MOST_STOPS && oldest !== undefined) stops.delete(oldest);
    },
    isGone: (event) => (stops.get(nameOf(event)) ?? "") > event.at,
  };
}

function isSession({ event }: HeldDialog, { client, sessionId }: AgentEvent): boolean {
  return event.client === client && event.sessionId === sessionId;
}

function nameOf({ client, sessionId, subagentId }: EventHead): string {
  return `${client} ${sessionId} ${subagentId ?? ""}`;
}

/** By the call's id where both know it, else by who called what with what. */
function isAbout(held: HeldDialog, event: AgentEvent & ToolCall, id: string | null) {
  if (!isSession(held, event)) return false;
  if (held.toolUseId !== null && id !== null) return held.toolUseId === id;
  return held.event.subagentId === event.subagentId && isSameCall(held.event, event);
}
