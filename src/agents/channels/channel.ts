/** A way to hand text to a running agent: its tmux pane, or the standard input of one we started ourselves. */
import type { Agent } from "../../core/agent.ts";
import { AsklineError } from "../../core/errors.ts";

export interface Channel {
  /** Whether text would get there now. */
  reaches(agent: Agent): Promise<boolean>;
  /**
   * Hands the text over and submits it. True when it did; false, with nothing done, when `claim` said no. Throws
   * `AgentUnreachable` or `UnfitText` before anything was claimed; any error after that leaves open what arrived.
   */
  deliver(agent: Agent, text: string, handover: Handover): Promise<boolean>;
  /** Stops what the agent is doing. Only ever because a person asked for exactly that. */
  interrupt?(agent: Agent, signal?: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface Handover {
  /** Called once, right before the first key. From then on the text counts as typed, come what may. */
  claim(): Promise<boolean>;
  /** Called right before the text is submitted. False leaves it in the agent's prompt, unsent. */
  maySubmit?(): Promise<boolean>;
  /** Heeded until the claim; what was begun is brought to its end. */
  readonly signal?: AbortSignal | undefined;
}

const SENTENCES = {
  no_pane: "This agent runs in no terminal that Askline knows how to reach.",
  no_process: "This agent did not say which process it is, so nobody can tell whether it still runs in its terminal.",
  pane_gone: "The terminal pane in which this agent ran is gone.",
  agent_gone: "This agent has exited; its terminal is used for something else now.",
  suspended: "This agent is suspended in its terminal.",
  other_program: "Another program is in front of this agent in its terminal.",
  pane_busy: "Somebody is choosing something in this agent's terminal pane.",
  input_off: "The terminal pane of this agent takes no input.",
  synchronized: "What is typed in this agent's terminal pane goes to other panes too.",
  no_tmux: "The tmux server in which this agent ran does not answer.",
} as const;

const SUGGESTIONS: Partial<Record<Unreachable, string>> = {
  suspended: "Bring it back with `fg` in its terminal, then send the text again.",
  other_program: "Leave that program in the agent's terminal, then send the text again.",
  pane_busy: "Press q in that pane, then send the text again.",
  input_off: "Enable the pane with `tmux select-pane -e`, then send the text again.",
  synchronized: "Turn `synchronize-panes` off for that window, then send the text again.",
};

export type Unreachable = keyof typeof SENTENCES;

export class AgentUnreachable extends AsklineError {
  readonly code = "agent_unreachable";
  readonly reason: Unreachable;
  readonly suggestion: string;
  constructor(reason: Unreachable, options?: ErrorOptions) {
    super(`${SENTENCES[reason]} Nothing was typed.`, options);
    this.reason = reason;
    this.suggestion = SUGGESTIONS[reason] ?? "Start or resume the agent in tmux, then send the text again.";
  }
}

export class UnfitText extends AsklineError {
  readonly code = "unfit_text";
  readonly suggestion = "Send a shorter text, or put it into a file and tell the agent where that is.";
}

/** The text stands in the agent's prompt, but was not submitted. */
export class LeftUnsent extends AsklineError {
  readonly code = "left_unsent";
  readonly suggestion = "Look at the agent's terminal: the text stands in its prompt and can be sent or removed there.";
}
