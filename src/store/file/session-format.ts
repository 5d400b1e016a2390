/** An ask as the files of a session, and back. */
import { z } from "zod";
import type { Answer, Reply } from "../../core/ask/answer.ts";
import type { Ask, AskBack, Outcome } from "../../core/ask/ask.ts";
import { completeQuestion, type Question } from "../../core/ask/question.ts";
import { refusalSentence, refuseAnswer, tidyReply } from "../../core/ask/selection.ts";
import { askBackIn } from "./other-programs.ts";
import type {
  SessionAnswers,
  SessionFiles,
  SessionQuestion,
  SessionRequest,
  SessionStatus,
  UserAnswer,
} from "./session-schema.ts";

/** Answers that do not fit their questions; the session they belong to is abandoned. */
export class AnswersDoNotFit extends Error {}

export function requestOf(ask: Ask): SessionRequest {
  return {
    sessionId: ask.id,
    questions: ask.questions.map(sessionQuestionOf),
    status: "pending",
    timestamp: ask.createdAt,
    ...(ask.source.callId === undefined ? {} : { callId: ask.source.callId }),
    ...(ask.context === undefined ? {} : { context: ask.context }),
    source: ask.source,
    ...(ask.askedBy === undefined ? {} : { askedBy: ask.askedBy }),
    returnPath: ask.returnPath,
    urgency: ask.urgency,
    onTimeout: ask.onTimeout,
    ...(ask.presentation === undefined ? {} : { presentation: ask.presentation }),
    ...(ask.dialog === undefined ? {} : { dialog: ask.dialog }),
  };
}

export function statusFileOf(ask: Ask, seal?: string): SessionStatus {
  return {
    sessionId: ask.id,
    status: "pending",
    createdAt: ask.createdAt,
    lastModified: ask.createdAt,
    totalQuestions: ask.questions.length,
    ...(ask.source.callId === undefined ? {} : { callId: ask.source.callId }),
    rejectionReason: null,
    expiresAt: ask.expiresAt,
    owner: ask.owner,
    ...notedOn(ask),
    ...(ask.outcome === null ? {} : statusChangeOf(ask.outcome, seal)),
  };
}

/** What was noted before, where an ask comes from another store. */
function notedOn({ attachment, taken, effect, ownerGoneAt, leftOpenAt }: Ask) {
  return {
    ...(attachment !== undefined && { attachment }),
    ...(taken !== undefined && { taken }),
    ...(effect !== undefined && { effect }),
    ...(ownerGoneAt !== undefined && { ownerGoneAt }),
    ...(leftOpenAt !== undefined && { leftOpenAt }),
  };
}

/** What a settlement changes in status.json. */
export function statusChangeOf(outcome: Outcome, seal?: string): Partial<SessionStatus> {
  const { status, provenance } = outcome;
  const sealed = seal === undefined ? {} : { seal };
  switch (status) {
    case "completed":
      return { status, provenance, ...sealed };
    case "rejected": {
      const { kind, rejectionReason, askBack, notes } = outcome;
      return {
        status,
        kind,
        rejectionReason,
        ...(askBack === undefined ? {} : { askBack }),
        ...(notes === undefined ? {} : { notes }),
        provenance,
        ...sealed,
      };
    }
    case "timed_out":
      return {
        status,
        kind: outcome.kind,
        ...(outcome.reply && { defaultReply: outcome.reply }),
        provenance,
      };
    case "abandoned":
      return {
        status,
        kind: outcome.kind,
        ...(outcome.detail && { detail: outcome.detail }),
        provenance,
      };
  }
}

export function answersOf(
  ask: Ask,
  outcome: Extract<Outcome, { status: "completed" }>,
  seal?: string,
): SessionAnswers {
  const { reply, provenance } = outcome;
  const callId = outcome.callId ?? ask.source.callId;
  const timestamp = provenance.at;
  return {
    sessionId: ask.id,
    answers: ask.questions.map((question, index) => ({
      questionIndex: index,
      ...labelsOf(question, reply.answers[index] ?? { optionIds: [] }),
      timestamp,
    })),
    timestamp,
    ...(callId === undefined ? {} : { callId }),
    ...(reply.globalNote === undefined ? {} : { globalNote: reply.globalNote }),
    provenance,
    ...(seal === undefined ? {} : { seal }),
  };
}

/**
 * The ask in these files. Throws AnswersDoNotFit when
 * answers.json is not an answer to request.json.
 */
export function askFromFiles({ request, status, answers }: SessionFiles): Ask {
  const questions = request.questions.map(questionOf);
  return {
    id: status.sessionId,
    questions,
    ...(request.context === undefined ? {} : { context: request.context }),
    source: request.source ?? {
      kind: "session",
      ...(request.callId === undefined ? {} : { callId: request.callId }),
    },
    ...(request.askedBy === undefined ? {} : { askedBy: request.askedBy }),
    returnPath: request.returnPath ?? "caller",
    urgency: request.urgency ?? "normal",
    createdAt: status.createdAt,
    expiresAt: status.expiresAt ?? null,
    onTimeout: request.onTimeout ?? "none",
    owner: status.owner ?? null,
    ...(request.presentation === undefined ? {} : { presentation: request.presentation }),
    ...(status.attachment === undefined ? {} : { attachment: status.attachment }),
    ...(request.dialog === undefined ? {} : { dialog: request.dialog }),
    ...takenOf(status),
    ...(status.effect === undefined ? {} : { effect: status.effect }),
    ...(status.ownerGoneAt === undefined ? {} : { ownerGoneAt: status.ownerGoneAt }),
    ...(status.leftOpenAt === undefined ? {} : { leftOpenAt: status.leftOpenAt }),
    outcome: outcomeFrom(questions, status, answers),
  };
}

/** Versions before `taken` wrote a moment alone. */
function takenOf({ taken, deliveredAt }: SessionStatus): Pick<Ask, "taken"> {
  if (taken !== undefined) return { taken };
  return deliveredAt === undefined ? {} : { taken: [{ by: "caller", at: deliveredAt }] };
}

/** The answer is there, but its writer has not come to the status: whoever meets it finishes it. */
export function lagsBehind({ status, answers }: SessionFiles): boolean {
  return answers !== null && status.status !== "completed";
}

/**
 * A valid answers.json completes a session even while status.json still says pending: it is the
 * commit point.
 */
function outcomeFrom(
  questions: Question[],
  status: SessionStatus,
  answers: SessionFiles["answers"],
): Outcome | null {
  const decided = status.provenance;
  const person = { by: "person", surface: "file", at: status.lastModified } as const;
  const rule = { by: "rule", surface: "file", at: status.lastModified } as const;
  switch (status.status) {
    case "rejected": {
      const kind = AskKinds.rejected.safeParse(status.kind).data ?? "reject";
      const askBack = status.askBack === undefined ? {} : { askBack: status.askBack };
      return {
        status: "rejected",
        kind,
        rejectionReason: status.rejectionReason ?? null,
        ...askBack,
        ...(status.notes === undefined ? {} : { notes: status.notes }),
        provenance: decided ?? person,
      };
    }
    case "timed_out": {
      const kind = status.defaultReply === undefined ? "none" : "default";
      const reply = status.defaultReply === undefined ? {} : { reply: status.defaultReply };
      return { status: "timed_out", kind, ...reply, provenance: decided ?? rule };
    }
    case "abandoned": {
      const kind = AskKinds.abandoned.safeParse(status.kind).data ?? "corrupt";
      const detail = status.detail === undefined ? {} : { detail: status.detail };
      return { status: "abandoned", kind, ...detail, provenance: decided ?? rule };
    }
  }
  if (answers === null) {
    if (status.status === "completed")
      throw new AnswersDoNotFit("status.json says completed, but answers.json is missing");
    return null;
  }
  if (answers.sessionId !== status.sessionId) {
    throw new AnswersDoNotFit(`answers.json belongs to session ${answers.sessionId}`);
  }
  const provenance = answers.provenance ?? { ...person, at: answers.timestamp };
  const callId =
    answers.callId === undefined || answers.callId === status.callId
      ? {}
      : { callId: answers.callId };
  const decision = decisionIn(questions, answers);
  return { ...decision, ...(decision.status === "completed" ? callId : {}), provenance };
}

const AskKinds = {
  rejected: z.enum(["reject", "cancel", "elaborate", "rephrase"]),
  abandoned: z.enum(["withdrawn", "owner_gone", "corrupt"]),
};

/**
 * The decision in an answers.json: a whole or partial reply, or, where an entry has the mark of
 * another program's "elaborate" or "rephrase", a rejection with the answers beside it.
 */
export function decisionIn(
  questions: readonly Question[],
  file: z.infer<typeof SessionAnswers>,
): Pick<Completed, "status" | "reply"> | Omit<Rejected, "provenance"> {
  const wishes: AskBack[] = [];
  const plain = file.answers.filter((entry) => {
    const question = questions[entry.questionIndex];
    const wish = question && askBackIn(question, entry.questionIndex, entry.customText);
    if (wish) wishes.push(wish);
    return !wish;
  });
  const [first] = wishes;
  if (first === undefined) return { status: "completed", reply: replyFrom(questions, file) };
  const reason = wishes.map(({ text }) => text).filter((text) => text !== "");
  return {
    status: "rejected",
    kind: first.kind,
    rejectionReason: reason.join("\n") || null,
    askBack: wishes,
    ...(plain.length === 0 ? {} : { reply: replyFrom(questions, { ...file, answers: plain }) }),
  };
}

type Completed = Extract<Outcome, { status: "completed" }>;
type Rejected = Extract<Outcome, { status: "rejected" }>;

/**
 * The reply in an answers.json, checked against its questions. Labels are what counts: other
 * programs know no ids. Their forms know neither our modes nor our bounds, so own words are taken
 * for every question, any number of options where several may be chosen, and a question may be
 * left out.
 */
export function replyFrom(
  questions: readonly Question[],
  file: z.infer<typeof SessionAnswers>,
): Reply {
  const stray = file.answers.find((answer) => questions[answer.questionIndex] === undefined);
  if (stray !== undefined) throw new AnswersDoNotFit(strayIndex(stray.questionIndex, questions));
  const answers = questions.map((question, index) => {
    const given = file.answers.filter((answer) => answer.questionIndex === index);
    if (given.length > 1)
      throw new AnswersDoNotFit(`Question ${index + 1} is answered ${given.length} times.`);
    const [answer] = given;
    return answer === undefined ? UNANSWERED : answerFrom(question, answer);
  });
  const reply = tidyReply(questions, {
    answers,
    ...(file.globalNote === undefined ? {} : { globalNote: file.globalNote }),
  });
  for (const [index, answer] of reply.answers.entries()) {
    const question = questions[index];
    const refusal =
      question && !answer.unanswered && refuseAnswer(asOthersKnowIt(question), answer);
    if (refusal) throw new AnswersDoNotFit(`Question ${index + 1}: ${refusalSentence(refusal)}`);
  }
  if (reply.answers.every((answer) => answer.unanswered))
    throw new AnswersDoNotFit("There is no answer to any of the questions.");
  return reply;
}

const UNANSWERED: Answer = { optionIds: [], unanswered: true };

/** `multiSelect` is all that the shared format says about what may be chosen. */
function asOthersKnowIt(question: Question): Question {
  const { options, maxSelections } = question;
  if (options.length === 0) return question;
  const bounds = maxSelections > 1 ? { minSelections: 0, maxSelections: options.length } : {};
  return { ...question, selectionMode: "hybrid", ...bounds };
}

/** The specified words, and behind them what there is. */
function strayIndex(index: number, { length }: readonly Question[]): string {
  const there = length === 1 ? "the only question has 0" : `the questions have 0 to ${length - 1}`;
  return `Answer references invalid question index: ${index} (${there}).`;
}

function answerFrom(question: Question, answer: z.infer<typeof UserAnswer>): Answer {
  const { selectedOption, selectedOptions, customText, optionNotes, editedInput } = answer;
  if (selectedOption == null && selectedOptions == null && customText == null) {
    const which = `Answer for question ${answer.questionIndex}`;
    throw new AnswersDoNotFit(
      `${which} has neither selectedOption, selectedOptions, nor customText`,
    );
  }
  const labels = selectedOptions ?? (selectedOption == null ? [] : [selectedOption]);
  const isEmpty = labels.length === 0 && (customText?.trim() ?? "") === "";
  if (isEmpty && refuseAnswer(question, { optionIds: [] }) !== null) return UNANSWERED;
  return {
    optionIds: idsOf(question, labels, answer.optionIds, answer.questionIndex),
    ...(customText == null ? {} : { customText }),
    ...(optionNotes === undefined ? {} : { optionNotes: notesThatFit(question, optionNotes) }),
    ...(editedInput === undefined ? {} : { editedInput }),
  };
}

/** A note on an option that does not exist is no reason to lose the answer beside it. */
function notesThatFit({ options }: Question, notes: Record<string, string>) {
  return Object.fromEntries(
    Object.entries(notes).filter(([id]) => options.some((option) => option.id === id)),
  );
}

/** Option ids tell two equal labels apart, but count only if they match the labels. */
function idsOf(
  question: Question,
  labels: string[],
  ids: string[] | undefined,
  questionIndex: number,
): string[] {
  const labelled = ids?.map((id) => question.options.find((option) => option.id === id)?.label);
  if (ids !== undefined && JSON.stringify(labelled) === JSON.stringify(labels)) return ids;
  const free = [...question.options];
  return labels.map((label) => {
    const at = free.findIndex((option) => option.label === label);
    const [option] = at === -1 ? [] : free.splice(at, 1);
    if (option !== undefined) return option.id;
    throw new AnswersDoNotFit(
      `Answer for question ${questionIndex} references non-existent option: ${label}`,
    );
  });
}

function labelsOf(
  question: Question,
  { optionIds, customText, optionNotes, editedInput }: Answer,
): Omit<UserAnswer, "questionIndex" | "timestamp"> {
  const labels = optionIds.map(
    (id) => question.options.find((option) => option.id === id)?.label ?? id,
  );
  const one = question.maxSelections <= 1;
  return {
    ...(one && labels[0] !== undefined ? { selectedOption: labels[0] } : {}),
    ...(one ? {} : { selectedOptions: labels }),
    ...(customText === undefined ? {} : { customText }),
    optionIds,
    ...(optionNotes === undefined ? {} : { optionNotes }),
    ...(editedInput === undefined ? {} : { editedInput }),
  };
}

function sessionQuestionOf(question: Question): z.infer<typeof SessionQuestion> {
  return { ...question, multiSelect: question.maxSelections > 1 };
}

/** Other programs choose their own option ids; if those are not unique, positions replace them. */
export function questionOf(question: z.infer<typeof SessionQuestion>): Question {
  const completed = completeQuestion(question);
  const ids = new Set(completed.options.map((option) => option.id));
  if (ids.size === completed.options.length) return completed;
  return completeQuestion({
    ...question,
    options: question.options.map(({ id: _, ...option }) => option),
  });
}
