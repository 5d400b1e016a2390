/** A turn in the ingest's memory: it may not be written yet, and is changed in place. */
import type { Task, Turn } from "../../../core/agent/agent.ts";
import type { KeyedTurn, NewTurn } from "../../../store/agent-log.ts";
import type { Utterance } from "./fold.ts";

export interface TrackedTurn {
  /** Null until the turn is written. */
  id: number | null;
  row: NewTurn;
  /** For an answer: the question, whose id may not be known yet. */
  question: TrackedTurn | null;
  /** The task that this turn opened. */
  opened: TrackedTask | null;
  /**
   * A dialog that was answered in the agent's own terminal, with an answer that is not known yet.
   */
  isLeft?: boolean;
}

export interface TrackedTask {
  row: Task;
}

export function trackTurn({ id, ...row }: KeyedTurn): TrackedTurn {
  return { id, row, question: null, opened: null };
}

/** The turn for the rest of the program, without the fields that only the ingest uses. */
export function turnOf({ id, row }: TrackedTurn): Turn {
  const {
    key: _key,
    uuid: _uuid,
    promptId: _promptId,
    toolUseId: _toolUseId,
    contentHash: _hash,
    ...rest
  } = row;
  return { id: id ?? 0, ...rest };
}

/** A turn's key says what it is, so that the log alone is enough after a restart. */
export const keys = {
  prompt: (promptId: string | null, hash: string) => `prompt:${promptId ?? ""}:${hash}`,
  steering: (id: string) => `steer:${id}`,
  text: (uuid: string) => `uuid:${uuid}`,
  stop: (promptId: string | null, hash: string) => `stop:${promptId ?? ""}:${hash}`,
  tool: (toolUseId: string) => `tool:${toolUseId}`,
  permission: (toolUseId: string) => `tool:${toolUseId}:permission`,
  /** A dialog whose call is not known yet; the time distinguishes equal ones. */
  dialog: (toolName: string, hash: string, at: string) => `dialog:${toolName}:${hash}:${at}`,
  ask: (askId: string) => `ask:${askId}`,
  /** How the keys of this server's forms begin. */
  forms: (server: string) => `form:${Buffer.from(server.slice(0, 200)).toString("base64url")}:`,
  delivery: (id: number) => `delivery:${id}`,
  answer: (questionKey: string) => `${questionKey}:answer`,
};

export function utteranceOf({ row, isLeft = false }: TrackedTurn): Utterance {
  const { key, promptId, text, question } = row;
  if (key.endsWith(ANSWER))
    return { key, promptId, kind: "answer", to: key.slice(0, -ANSWER.length) };
  if (row.actor === "USER") {
    return {
      key,
      promptId,
      kind: "prompt",
      isSteering: key.startsWith("steer:"),
      isCertain: row.timestampSource === "jsonl",
    };
  }
  if (question !== null && /^(?:tool|dialog|ask|form):/.test(key)) {
    return { key, promptId, kind: "question", isAsk: key.startsWith("ask:"), isLeft, question };
  }
  return {
    key,
    promptId,
    kind: "text",
    text,
    isFinal: key.startsWith("stop:") || row.intent !== "PROGRESS",
  };
}

/** Reported by a hook, and the transcript has neither shown it nor gone past it yet. */
export function isProvisional(turn: TrackedTurn): boolean {
  const { timestampSource, place } = turn.row;
  return timestampSource === "server" && place === null && !isOfAsk(turn);
}

/**
 * Asked or answered through us, or another server's form: no transcript confirms it, and none needs
 * to.
 */
export function isOfAsk({ row }: TrackedTurn): boolean {
  return row.key.startsWith("ask:") || row.key.startsWith("form:");
}

/** A text that we sent and the agent has not reported yet. */
export function isDelivery({ row }: TrackedTurn): boolean {
  return row.key.startsWith("delivery:") && row.promptId === null;
}

const ANSWER = ":answer";
