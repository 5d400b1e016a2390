/** Why nothing may be typed to an agent now, according to the log. */

import { DETAILS } from "../../core/agent/delivery-words.ts";
import type { LogReads } from "../../store/agent-log.ts";

/** Enter in one of these dialogs would choose its first option, which is never ours to do. */
const DIALOGS: readonly string[] = [
  "ask_user_question",
  "permission",
  "plan_approval",
  "elicitation",
];

/** A sentence, or null when nothing is in the way. */
export async function obstacle(log: LogReads, agentId: number): Promise<string | null> {
  const agent = await log.agent(agentId);
  // The same process may have started another session, for which the text was not meant.
  if (agent === null || agent.endedAt !== null) return DETAILS.session_over;
  // A question can stay open in the log after its dialog was answered in the terminal: the answer
  // arrives later. Only the agent's state says whether it still waits.
  if (agent.state !== "AWAITING_INPUT") return null;
  // Gemini CLI's hooks may lag behind its dialogs; the channel reads them from its screen instead.
  if (agent.client === "gemini") return null;
  const open = await log.openQuestion(agentId);
  if (open?.question == null || !DIALOGS.includes(open.question.source)) return null;
  return DETAILS.in_dialog;
}
