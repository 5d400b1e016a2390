/** A way to hand text to a running agent: its tmux pane, or a queue that its client keeps. */
import type { Agent } from "../../core/agent/agent.ts";
import { DETAILS, type Detail } from "../../core/agent/delivery-words.ts";
import { AsklineError } from "../../core/ask/errors.ts";

export interface Channel {
  /** True if the client stores a text until its agent is ready, however long that takes. */
  readonly keepsTexts?: boolean;
  /** For a few agents only: another channel says why an agent cannot be reached. */
  readonly isBeside?: boolean;
  /** Whether a text would reach the agent now. */
  reaches(agent: Agent): Promise<boolean>;
  /**
   * Hands the text over and submits it. True if it did; false if `claim` refused, and then nothing
   * was typed. `AgentUnreachable` and `UnfitText` are thrown before the claim. After any error that
   * follows the claim, nobody knows what arrived.
   */
  deliver(agent: Agent, text: string, handover: Handover): Promise<boolean>;
  /** Stops what the agent is doing. Called only if a person asked for exactly that. */
  interrupt?(agent: Agent, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface Handover {
  /** Called once, right before the first key. From then on the text counts as typed. */
  claim(): Promise<boolean>;
  /** Called right before the text is submitted. False leaves it in the agent's prompt, unsent. */
  maySubmit?(): Promise<boolean>;
  /** Heeded until the claim; a delivery that has begun is finished. */
  readonly signal?: AbortSignal | undefined;
}

export type Unreachable =
  | Extract<
      Detail,
      "no_pane" | "no_process" | "pane_gone" | "agent_gone" | "suspended" | "other_program"
    >
  | Extract<Detail, "pane_busy" | "input_off" | "synchronized" | "no_tmux" | "in_dialog" | "draft">;

const SUGGESTIONS: Partial<Record<Unreachable, string>> = {
  suspended: "Bring it back with `fg` in its terminal, then send the text again.",
  other_program: "Leave that program in the agent's terminal, then send the text again.",
  pane_busy: "Press q in that pane, then send the text again.",
  input_off: "Enable the pane with `tmux select-pane -e`, then send the text again.",
  in_dialog: "Answer that question, in the agent's terminal or here, then send the text again.",
  draft: "Send or clear what stands in the agent's prompt, then send the text again.",
  synchronized: "Turn `synchronize-panes` off for that window, then send the text again.",
};

export class AgentUnreachable extends AsklineError {
  readonly code = "agent_unreachable";
  readonly reason: Unreachable;
  readonly suggestion: string;
  constructor(reason: Unreachable, options?: ErrorOptions) {
    super(DETAILS[reason], options);
    this.reason = reason;
    this.suggestion =
      SUGGESTIONS[reason] ?? "Start or resume the agent in tmux, then send the text again.";
  }
}

export class UnfitText extends AsklineError {
  readonly code = "unfit_text";
  readonly suggestion =
    "Send a shorter text, or put it into a file and tell the agent where that is.";
}

/** The text stands in the agent's prompt, but was not submitted. */
export class LeftUnsent extends AsklineError {
  readonly code = "left_unsent";
  readonly suggestion =
    "Look at the agent's terminal: the text stands in its prompt and can be sent or removed there.";
}
