/** Why an agent must not be typed to now, by what the log knows of it. */

import { DETAILS } from "../../core/agent/delivery-words.ts";
import type { LogReads } from "../../store/agent-log.ts";

/** An Enter in a dialog of the agent's own would take its first option, and that is never ours to press. */
const DIALOGS: readonly string[] = ["ask_user_question", "permission", "plan_approval"];

/** A sentence, or null when nothing is in the way. */
export async function obstacle(log: LogReads, agentId: number): Promise<string | null> {
  const agent = await log.agent(agentId);
  // The same process may have gone on to another session, which is not the one the text was meant for.
  if (agent === null || agent.endedAt !== null) return DETAILS.session_over;
  // A dialog may have been left in the agent's terminal, with what, is told later.
  if (agent.state !== "AWAITING_INPUT") return null;
  // What this client's dialogs are is known from its screen alone, and its hooks may lag behind.
  if (agent.client === "gemini") return null;
  const open = await log.openQuestion(agentId);
  if (open?.question == null || !DIALOGS.includes(open.question.source)) return null;
  return DETAILS.in_dialog;
}
