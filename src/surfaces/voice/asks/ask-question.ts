/** `GET /api/voice/asks/<id>/question`: an open ask that is not the question an agent waits with. */
import type { LogReads } from "../../../store/agent-log.ts";
import { askFields, speakQuestion } from "../answering/ask-reply.ts";
import { askedBy, askerOf } from "../answering/asker.ts";
import type { LastQuestionByDevice } from "../answering/last-question-by-device.ts";
import { type OpenQuestions, optionsOnWire } from "../answering/open-question.ts";
import type { Call } from "../calls/call.ts";
import type { AskQuestionReply } from "../wire/wire.ts";

export interface AskQuestionParts {
  log: Pick<LogReads, "turnByAsk">;
  open: OpenQuestions;
  lastQuestion: LastQuestionByDevice;
}

export async function askQuestion(
  { log, open, lastQuestion }: AskQuestionParts,
  askId: string,
  call: Call,
): Promise<AskQuestionReply> {
  const opened = await open.load(askId, call);
  const { ask, form, index } = opened;
  const turn = await log.turnByAsk(askId);
  lastQuestion.tell(call.device, { agentId: turn?.agentId ?? null, question: askId });
  const about = askerOf(ask, call.say);
  const current = form.questions[index];
  const options = current === undefined ? null : optionsOnWire(current, current.options);
  const text = current?.prompt ?? "";
  return {
    ...speakQuestion(about.project_name, text, options, opened, call),
    agent_id: turn?.agentId ?? null,
    asked_by: askedBy(ask, call.say),
    project_name: about.project_name,
    state: null,
    failure: null,
    awaiting_input: true,
    turn_id: null,
    question_text: text,
    options,
    question_source_type: turn?.question?.source ?? "ask",
    ...askFields(opened, call),
  };
}
