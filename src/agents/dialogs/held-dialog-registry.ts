/** Keeps the held dialogs and finds the one that an agent's event is about. */
import type { AgentEvent, DialogEvent, EventHead, ToolCall } from "../../core/agent/agent-event.ts";
import { isSameCall } from "../clients/common/call-hash.ts";
import type { ReplyFacts } from "./dialog.ts";

export interface HeldDialog {
  askId: string;
  agentId: number;
  event: DialogEvent;
  /** Resolves once the ask is on the desk; to null if there is no dialog that we can answer. */
  dialog: Promise<ReplyFacts | null>;
  toolUseId: string | null;
  /** The hook process that owns its ask; null if the hub does, for a posted hook. */
  hook: { readonly call: string } | null;
  /** How many hooks wait for it. A client that is set up twice calls us twice. */
  hooks: number;
  /** A decision goes to one hook only: another hook that looks alike may belong to another call. */
  isReplied: boolean;
  /** Its ask is settled. */
  isOver: boolean;
  /** Stops watching the agent's own terminal. */
  stopWatching: () => void;
}

export interface HeldDialogRegistry {
  readonly open: ReadonlySet<HeldDialog>;
  add(held: HeldDialog): void;
  remove(held: HeldDialog): void;
  /** Remembers a settled dialog until its finished tool shows what the agent did. */
  remember(held: HeldDialog): void;
  /** Whether a dialog of this call is known, open or settled. */
  isHeld(toolUseId: string): boolean;
  /** The dialog of this call, open or settled. */
  ofCall(event: EventHead, toolUseId: string): HeldDialog | undefined;
  /** The held dialog of the same request: by call id, or without an id by tool and input. */
  sameAs(event: DialogEvent, toolUseId: string | null): HeldDialog | undefined;
  /** Gives the call's id to a dialog whose request came before its call. False if there is none. */
  nameCall(event: Extract<AgentEvent, { type: "tool_starting" }>): boolean;
  /** The dialog whose tool finished. A decided dialog is forgotten then, so it is found once. */
  takeFinished(event: Extract<AgentEvent, { type: "tool_finished" }>): HeldDialog | undefined;
  /** The session's settled dialogs of which it is not known yet what the agent did. */
  decidedBefore(event: AgentEvent): HeldDialog[];
  forget(held: HeldDialog): void;
  /** The session's dialogs that were open when the event happened. */
  openBefore(event: AgentEvent): HeldDialog[];
  noteStop(event: EventHead): void;
  /** Whether the agent stopped after this late request was made, so that its dialog is gone. */
  isGone(event: EventHead): boolean;
}

// More dialogs and stops than can matter at one time; older ones are dropped to bound the memory.
const MOST_REMEMBERED = 200;
const MOST_STOPS = 500;

export function createHeldDialogRegistry(): HeldDialogRegistry {
  const open = new Set<HeldDialog>();
  const settled: HeldDialog[] = [];
  // When each agent or sub-agent last stopped.
  const stops = new Map<string, string>();
  return {
    open,
    add: (held) => void open.add(held),
    remove: (held) => void open.delete(held),
    remember(held) {
      if (settled.some(({ askId }) => askId === held.askId)) return;
      settled.push(held);
      if (settled.length > MOST_REMEMBERED) settled.shift();
    },
    isHeld: (toolUseId) => [...open, ...settled].some((held) => held.toolUseId === toolUseId),
    ofCall: (event, toolUseId) =>
      [...open, ...settled].find((held) => isSession(held, event) && held.toolUseId === toolUseId),
    sameAs(event, toolUseId) {
      const isSame = (held: HeldDialog) =>
        toolUseId === null
          ? isAbout(held, event, null)
          : isSession(held, event) && held.toolUseId === toolUseId;
      return [...open].find((held) => !held.isReplied && isSame(held));
    },
    nameCall(event) {
      const held = [...open].find((one) => one.toolUseId === null && isAbout(one, event, null));
      if (held !== undefined) held.toolUseId = event.toolUseId;
      return held !== undefined;
    },
    takeFinished(event) {
      const isOver = (one: HeldDialog) =>
        one.event.at <= event.at && isAbout(one, event, event.toolUseId);
      const candidates = [...new Set([...open, ...settled])]
        .filter(isOver)
        .sort((one, other) => (one.event.at < other.event.at ? -1 : 1));
      const concerned = candidates.find(({ toolUseId }) => toolUseId !== null) ?? candidates[0];
      if (concerned !== undefined) forget(concerned);
      return concerned;
    },
    decidedBefore: (event) =>
      settled.filter((held) => isSession(held, event) && held.event.at <= event.at),
    forget,
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

  function forget(held: HeldDialog) {
    if (settled.includes(held)) settled.splice(settled.indexOf(held), 1);
  }
}

function isSession({ event }: HeldDialog, { client, sessionId }: EventHead): boolean {
  return event.client === client && event.sessionId === sessionId;
}

function nameOf({ client, sessionId, subagentId }: EventHead): string {
  return `${client} ${sessionId} ${subagentId ?? ""}`;
}

/** Compares call ids if both are known, otherwise the caller, the tool and its input. */
function isAbout(held: HeldDialog, event: AgentEvent & ToolCall, id: string | null) {
  if (!isSession(held, event)) return false;
  if (held.toolUseId !== null && id !== null) return held.toolUseId === id;
  return held.event.subagentId === event.subagentId && isSameCall(held.event, event);
}
