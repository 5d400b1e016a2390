/** `GET /api/voice/agents/<id>/question`: an agent's open question, with numbered options. */
import type { Agent, Task, Turn } from "../../../core/agent/agent.ts";
import type { Question } from "../../../core/ask/question.ts";
import type { LogReads } from "../../../store/agent-log.ts";
import { type AboutAgent, aboutAgent } from "../agents/about-agent.ts";
import { isWaiting, type Roster } from "../agents/roster.ts";
import type { Call } from "../calls/call.ts";
import { freeTextIn, permissionInWords, questionInWords } from "../speech/question-words.ts";
import { cutAtWord, ended, spoken, spokenUpTo } from "../speech/speech.ts";
import { stateAloud } from "../speech/state-words.ts";
import { taskInWords } from "../speech/task-words.ts";
import type { QuestionReply, Speakable } from "../wire/wire.ts";
import { askFields, optionsAloud, speakQuestion, statusLine, unsaid } from "./ask-reply.ts";
import type { LastQuestionByDevice } from "./last-question-by-device.ts";
import { type OpenAsk, type OpenQuestions, optionsOnWire, pendingOrNull } from "./open-question.ts";

export interface QuestionParts {
  log: LogReads;
  roster: Roster;
  open: OpenQuestions;
  lastQuestion: LastQuestionByDevice;
}

const NOT_ASKED = {
  turn_id: null,
  ask_id: null,
  question_text: null,
  options: null,
  question_source_type: null,
  questions: [],
  current_question_index: null,
  can_be_answered: false,
  is_destructive: false,
  unclear: null,
  needs_passkey: false,
  expires_at: null,
};

export async function question(
  parts: QuestionParts,
  agent: Agent,
  call: Call,
): Promise<QuestionReply> {
  const { log, roster, open, lastQuestion } = parts;
  const about = await aboutAgent(roster, agent, call);
  const turn = isWaiting(agent) ? await log.openQuestion(agent.id) : null;
  if (turn === null) {
    const task = agent.currentTaskId === null ? null : await log.task(agent.currentTaskId);
    return { ...notWaiting(agent, about.project_name, task, call), ...about, ...NOT_ASKED };
  }
  lastQuestion.tell(call.device, { agentId: agent.id, question: turn.id });
  const { ask, outlived } = await pendingOrNull(open.of(agent, call), turn);
  if (ask !== null) {
    const reply = withAsk(about, turn, ask, call);
    return reply.can_be_answered ? reply : inTerminal(reply, call);
  }
  return outlived === undefined
    ? withoutAsk(agent, about, turn, call)
    : inTerminal(withAsk(about, turn, outlived, call), call);
}

/** As it was asked, with its warning and its order; but nothing here answers it any more. */
function inTerminal(reply: QuestionReply, { say }: Call): QuestionReply {
  const gone = { ask_id: null, expires_at: null };
  return {
    ...reply,
    ...gone,
    next_action: [say.question.onlyInTerminal],
    can_be_answered: false,
  };
}

function withAsk(about: AboutAgent, turn: Turn, open: OpenAsk, call: Call): QuestionReply {
  const { form, index } = open;
  const current = form.questions[index];
  const options = current === undefined ? null : optionsOnWire(current, current.options);
  // The turn words a permission in one line; of several questions each is read by itself.
  const text = form.questions.length === 1 ? textOf(turn, current, call) : current?.prompt;
  return {
    ...speakQuestion(
      about.project_name,
      freeTextIn(turn)?.asking ?? text ?? "",
      options,
      open,
      call,
      contextOf(turn, current, call),
    ),
    ...about,
    turn_id: turn.id,
    question_text: text ?? "",
    options,
    question_source_type: turn.question?.source ?? "ask",
    ...askFields(open, call),
  };
}

function textOf(turn: Turn, current: Question | undefined, { say }: Call): string {
  return current === undefined ? questionInWords(turn, say) : permissionInWords(turn, current, say);
}

/**
 * What to hear with the question: the plan, or what the agent's own words are about. `concise`
 * leaves the latter out where the words that ask say it all.
 */
function contextOf(turn: Turn, current: Question | undefined, { verbosity }: Call): string[] {
  if (turn.question?.source === "plan_approval")
    return [ended(spokenUpTo(verbosity, current?.prompt ?? ""))];
  const said = freeTextIn(turn);
  if (said === null || said.context === "") return [];
  return verbosity === "concise" && !said.refersBack ? [] : [ended(said.context)];
}

/** Such a question is answered by a text to the agent, or only in its terminal. */
function withoutAsk({ pane }: Agent, about: AboutAgent, turn: Turn, call: Call): QuestionReply {
  const { say } = call;
  const { options, source } = turn.question ?? { options: null, source: "free_text" as const };
  const text = questionInWords(turn, say);
  const asking = freeTextIn(turn)?.asking ?? text;
  // What is typed would go into the form.
  const isTyped = options === null && pane !== null && source !== "elicitation";
  const numbered =
    options?.map(({ label, description }, index) => ({
      number: index + 1,
      option_id: String(index + 1),
      label: spoken(label),
      description: description ?? null,
      recommended: false,
    })) ?? null;
  return {
    status_line: statusLine(about.project_name, asking, call),
    results: [
      ...(numbered === null ? contextOf(turn, undefined, call) : []),
      ...unsaid(asking, call),
      numbered === null ? say.question.noOptions : optionsAloud(numbered, call),
    ],
    next_action: [isTyped ? say.question.ownWords : say.question.onlyInTerminal],
    ...about,
    ...NOT_ASKED,
    turn_id: turn.id,
    question_text: text,
    options: numbered,
    question_source_type: source,
    can_be_answered: isTyped,
  };
}

function notWaiting(agent: Agent, project: string, task: Task | null, { say }: Call): Speakable {
  return {
    status_line: say.question.notWaiting(project, stateAloud(agent, say, new Date())),
    results: [
      task === null
        ? say.question.noTask
        : ended(say.question.notWaitingResult(cutAtWord(taskInWords(task, say), 120))),
    ],
    next_action: "none",
  };
}
