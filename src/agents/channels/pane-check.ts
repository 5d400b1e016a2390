/** Checks that text typed into a pane now would reach the agent and nothing else. */
import type { Agent, Pane } from "../../core/agent/agent.ts";
import { AgentUnreachable } from "./channel.ts";
import { standingOf } from "./foreground.ts";
import type { TmuxClient } from "./tmux-client.ts";

const FACTS = [
  "pane_id",
  "pane_dead",
  "pane_tty",
  "pane_input_off",
  "pane_synchronized",
  "pane_mode",
];
const FORMAT = FACTS.map((fact) => `#{${fact}}`).join(" ");

// A pane that is scrolled back. A paste then arrives without its brackets, and Enter not at all.
const READING_MODES = ["copy-mode", "view-mode"];

/**
 * Throws `AgentUnreachable` with the reason. A pane that is scrolled back is returned to its end,
 * unless `isLookingOnly`: the text matters more than the scroll position. A mode in which a person
 * chooses something is left alone.
 */
export async function checkPane(
  tmux: TmuxClient,
  pane: Pane,
  agent: Agent,
  { isLookingOnly = false } = {},
): Promise<void> {
  if (pane.pid === null) throw new AgentUnreachable("no_process");
  const answer = await ask(tmux, pane);
  const [id, isDead, terminal = "", isInputOff, isSynchronized, mode = ""] = answer
    .trimEnd()
    .split(" ");
  if (id !== pane.id || isDead === "1") throw new AgentUnreachable("pane_gone");
  const standing = await standingOf(pane.pid, terminal, new Date(agent.lastSeenAt));
  if (standing === "gone") throw new AgentUnreachable("agent_gone");
  if (standing === "stopped") throw new AgentUnreachable("suspended");
  if (standing !== "in_front") throw new AgentUnreachable("other_program");
  if (isInputOff === "1") throw new AgentUnreachable("input_off");
  if (isSynchronized === "1") throw new AgentUnreachable("synchronized");
  if (mode !== "" && !READING_MODES.includes(mode)) throw new AgentUnreachable("pane_busy");
  if (mode !== "" && !isLookingOnly) await leaveMode(tmux, pane);
}

async function ask(tmux: TmuxClient, { id }: Pane): Promise<string> {
  try {
    return await tmux.query(["display-message", "-p", "-t", id, FORMAT]);
  } catch (error) {
    throw new AgentUnreachable("no_tmux", { cause: error });
  }
}

async function leaveMode(tmux: TmuxClient, { id }: Pane): Promise<void> {
  // Fails if the person left the mode a moment before.
  await tmux.run(["send-keys", "-t", id, "-X", "cancel"]).catch(() => undefined);
}
