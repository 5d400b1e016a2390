/**
 * What we tell a model about asking: when to ask, what to put into the question,
 * and what each tool does.
 */

/** The decision policy. Calm on purpose: a model that is shouted at asks about everything. */
export const DECISION_POLICY = `Ask a person, instead of choosing for them, when
- there are more than two reasonable ways to go on,
- the next step is destructive or hard to undo (deleting, overwriting, publishing, spending), or
- configuration or a fact that only they know is missing.
Do not ask what you can find out yourself. Put into the prompt what you are doing now and the reason a decision is needed, so that the person can choose without scrolling back. Then do what was chosen, and nothing that was not: a cancel, a timeout without a default and silence are never consent.`;

export const INSTRUCTIONS = `Askline puts your questions in front of a person, wherever they are, and gives you exactly what they decided and who decided it.

${DECISION_POLICY}

Use provide_choice for one decision with options, ask_user_questions for several questions at once. A result of "pending" or "pending_terminal_launch" carries a session_id: the question stays open, and the answer is fetched with that id. If a call ends before anybody has answered, the question stays open too: get_answers brings the answer, or your next call does, in earlier_answers.`;

export const PROVIDE_CHOICE = `Ask a person to decide, and wait for their decision.

${DECISION_POLICY}

Returns action_status: "selected", "custom_input" (they wrote something of their own), "cancelled", "timeout" (selection.selected_ids then holds the default, which nobody chose), "pending" (not answered yet: call again with session_id), or "pending_terminal_launch": run the command in selection.summary in a terminal the person can use, then call again with session_id for the result; hand_off.state says whether it was opened, or closed without an answer. Such hand-off sessions are single-use: the command opens one terminal once, and to try again you ask anew. The person can always cancel.`;

export const ASK_USER_QUESTIONS = `Ask a person one to ten questions at once, each with options, free text or both, and wait for the answers. There is no deadline unless you give one. With nonBlocking you get a session_id at once and fetch the answers later with get_answers.

${DECISION_POLICY}`;

export const GET_ANSWERS =
  "Fetch the answers to an earlier question by its session_id, or, without one, everything that was answered, or has ended, and that you have not fetched yet.";

export const LIST_OPEN_QUESTIONS = "List your questions that nobody has answered yet.";
