/** An ask: one call for human judgement, from the moment it is put until it is settled. */
import type { Question, Reply } from "./question.js";

/** Who decided, where and when. A deadline or a rule decides as `rule`, a preselected answer as `default`. */
export interface Provenance {
  by: "person" | "default" | "rule";
  surface: string;
  who?: string | undefined;
  /** ISO 8601, like every time here. */
  at: string;
  /** Decided at a prompt in a terminal that the agent itself had opened. */
  openedBy?: "agent" | undefined;
  /** The name of the token that it came with. */
  token?: string | undefined;
  proof?: PasskeyProof | undefined;
}

/** A passkey's signature over the action that was shown and the answer to it. */
export interface PasskeyProof {
  kind: "passkey";
  passkey: string;
  /** The passkey's public key (COSE, base64url). */
  publicKey: string;
  host: string;
  origin: string;
  authenticatorData: string;
  clientData: string;
  signature: string;
}

/** A question that a person sent back, to be explained or put differently. */
export interface AskBack {
  questionIndex: number;
  kind: "elaborate" | "rephrase";
  text: string;
}

/** A note of a person who decided nothing: on an option, or, without `optionId`, on the whole. */
export interface Note {
  questionIndex?: number | undefined;
  optionId?: string | undefined;
  text: string;
}

/** How an ask ended. No outcome ever changes into another. */
export type Outcome =
  | {
      /** A person replied, or a rule of theirs did. */
      status: "completed";
      reply: Reply;
      /** The call it answers, where the answer itself says so. */
      callId?: string | undefined;
      provenance: Provenance;
    }
  | {
      /** A person would rather not answer. */
      status: "rejected";
      kind: "reject" | "cancel" | "elaborate" | "rephrase";
      rejectionReason: string | null;
      /** What the person noted before they decided not to answer; also part of the reason. */
      notes?: Note[] | undefined;
      askBack?: AskBack[] | undefined;
      /** What was answered beside it, by way of another program. */
      reply?: Reply | undefined;
      provenance: Provenance;
    }
  | {
      /** The deadline passed. Silence is no consent: only `default` has a reply. */
      status: "timed_out";
      kind: "default" | "none";
      reply?: Reply | undefined;
      provenance: Provenance;
    }
  | {
      /** Nobody waits for it any more, or its files cannot be trusted. */
      status: "abandoned";
      kind: "withdrawn" | "owner_gone" | "corrupt";
      detail?: string | undefined;
      provenance: Provenance;
    };

/** What put the ask. */
export interface Source {
  /** `program`, `mcp`, `hook`, `cli` and the like. */
  kind: string;
  agentId?: string | undefined;
  /** The program that the agent runs in, where `agentId` is its number in the log of agents. */
  client?: string | undefined;
  project?: string | undefined;
  workingDirectory?: string | undefined;
  callId?: string | undefined;
}

/** A process and its start, so that a reused process id is never taken for it. */
export interface ProcessIdentity {
  pid: number;
  host: string;
  startedAt: string;
}

/** `blocking` while a call waits in that process; `detached` once anybody may fetch the outcome. */
export interface Owner extends ProcessIdentity {
  mode: "blocking" | "detached";
}

/** How the asker would like it shown. What a person saved about being asked may overrule it. */
export interface Presentation {
  transport?: "terminal" | "web" | undefined;
  /** It waits for one terminal to attach, and for no second one. */
  handOff?: boolean | undefined;
  /** Choosing an option submits at once. */
  autoSubmit?: boolean | undefined;
  showPlaceholder?: boolean | undefined;
  offerOptionNotes?: boolean | undefined;
  offerGlobalNote?: boolean | undefined;
  /** Notes to start from, by option id of the first question. */
  startingNotes?: Record<string, string> | undefined;
  startingGlobalNote?: string | undefined;
  /**
   * What Askline itself found in what is asked: it destroys something, or nobody can tell what
   * `part` of it does.
   */
  risk?:
    | { level: "destructive" | "unclear"; reasons: string[]; part?: string | undefined }
    | undefined;
  /** It can only be allowed with a passkey's signature, whatever the surface. */
  passkey?: boolean | undefined;
  /**
   * What of an agent's call the person may change before they allow it: one text of its input, or,
   * where `field` is null, the whole input.
   */
  editable?: { field: string | null; passkey?: boolean | undefined } | undefined;
  /** Where a rule would have a person told of it first. */
  surface?: string | undefined;
}

/** Somebody who waits for the agent has received the outcome. */
export interface Taken {
  /** The caller's name, or `hook`, `command`, `program`, `channel`. */
  by: string;
  at: string;
}

/** What the agent really did. */
export interface Effect {
  /**
   * It did as decided; its own terminal was first and said otherwise; its terminal stopped it just
   * after the yes, so it may have begun; the outcome never reached it; or only its terminal was
   * asked.
   */
  kind: "used" | "overruled" | "stopped" | "not_taken" | "in_terminal";
  /** What was decided in its terminal. */
  did?: "allowed" | "declined" | "answered" | undefined;
  /** The answer that was given there, in words. */
  answer?: string | undefined;
  at: string;
}

/** Everything that the reply to an agent's hook is made of, beside the outcome. */
export interface AskedDialog {
  client: string;
  kind: "ask_user_question" | "permission" | "plan_approval" | "server_form";
  /** What the tool was called with. */
  input: Record<string, unknown>;
  updates: unknown[][];
  toolName: string;
  sessionId: string;
  subagentId: string | null;
  hookCall?: string | undefined;
  /** When the agent's client asked, by its hook's clock. */
  askedAt?: string | undefined;
}

/** It is open while `outcome` is null. */
export interface Ask {
  /** A UUID v4. */
  id: string;
  questions: Question[];
  /** Markdown around the questions. */
  context?: string | undefined;
  source: Source;
  /** The token that it came to a hub with, and whose that is. */
  askedBy?: { tokenId: string; token: string; person?: string | undefined } | undefined;
  returnPath: "caller" | "hook" | "channel";
  urgency: "low" | "normal" | "high";
  createdAt: string;
  /** The deadline; null when there is none. */
  expiresAt: string | null;
  /** What silence means at the deadline. */
  onTimeout: "default" | "none";
  owner: Owner | null;
  presentation?: Presentation | undefined;
  /** The terminal that a handed-off ask was opened in. */
  attachment?: (ProcessIdentity & { at: string; closedAt?: string | undefined }) | undefined;
  /** The agent's own dialog that this ask stands for. */
  dialog?: AskedDialog | undefined;
  /** Who received the outcome, in order. */
  taken?: Taken[] | undefined;
  /** What the agent then really did, where that is known. */
  effect?: Effect | undefined;
  /** When the owner's process was first found dead. */
  ownerGoneAt?: string | undefined;
  /** When a client last gave up a call that waited for it, though no person cancelled. */
  leftOpenAt?: string | undefined;
  /**
   * Whether one of Askline's own surfaces wrote the decision; false: another program. Null where it cannot be told, absent
   * while the ask is open or where seals are not looked at.
   */
  sealed?: boolean | null | undefined;
  outcome: Outcome | null;
}

export interface SettledAsk extends Ask {
  outcome: Outcome;
}
