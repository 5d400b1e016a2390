/**
 * The three files of a session as other programs may write them.
 *
 * The documented fields are shared with other programs; fields marked `ours` are Askline's own.
 * Unknown fields are kept, and an invalid value in one of ours is read as absent.
 */
import { z } from "zod";
import { Answer, Reply } from "../../core/ask/answer.ts";
import {
  AskBack,
  AskedBy,
  AskedDialog,
  Attachment,
  Effect,
  Note,
  OnTimeout,
  Owner,
  Presentation,
  Provenance,
  ReturnPath,
  Source,
  Taken,
  Urgency,
} from "../../core/ask/ask.ts";
import { Option, Question } from "../../core/ask/question.ts";

const ours = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const moment = z.string().refine((text) => !Number.isNaN(Date.parse(text)));

export const SessionQuestion = z.looseObject({
  title: z.string().catch(""),
  prompt: z.string(),
  options: z.array(
    z.looseObject({
      label: z.string(),
      description: ours(z.string()),
      id: ours(Option.shape.id),
      recommended: ours(z.boolean()),
    }),
  ),
  multiSelect: z.boolean().optional().catch(undefined),
  selectionMode: ours(Question.shape.selectionMode),
  placeholder: ours(z.string()),
  defaultOptionIds: ours(Question.shape.defaultOptionIds),
  minSelections: ours(Question.shape.minSelections),
  maxSelections: ours(Question.shape.maxSelections),
});
export type SessionQuestion = z.input<typeof SessionQuestion>;

export const SessionRequest = z.looseObject({
  sessionId: z.string(),
  questions: z.array(SessionQuestion).min(1),
  status: z.string(),
  timestamp: z.string(),
  callId: ours(z.string()),
  context: ours(z.string()),
  source: ours(Source),
  askedBy: ours(AskedBy),
  returnPath: ours(ReturnPath),
  urgency: ours(Urgency),
  onTimeout: ours(OnTimeout),
  presentation: ours(Presentation),
  dialog: ours(AskedDialog),
});
export type SessionRequest = z.infer<typeof SessionRequest>;

export const SessionStatus = z.looseObject({
  sessionId: z.string(),
  status: z.string(),
  createdAt: z.string(),
  lastModified: z.string(),
  totalQuestions: z.number(),
  callId: ours(z.string()),
  rejectionReason: z.string().nullish().catch(null),
  expiresAt: ours(moment.nullable()),
  owner: ours(Owner.nullable()),
  ownerGoneAt: ours(z.string()),
  leftOpenAt: ours(z.string()),
  attachment: ours(Attachment),
  taken: ours(z.array(Taken)),
  /** What versions before `taken` wrote. */
  deliveredAt: ours(z.string()),
  effect: ours(Effect),
  kind: ours(z.string()),
  detail: ours(z.string()),
  askBack: ours(z.array(AskBack)),
  notes: ours(z.array(Note)),
  defaultReply: ours(Reply),
  provenance: ours(Provenance),
  seal: ours(z.string()),
});
export type SessionStatus = z.infer<typeof SessionStatus>;

export const UserAnswer = z.looseObject({
  questionIndex: z.int(),
  selectedOption: z.string().nullish(),
  selectedOptions: z.array(z.string()).nullish(),
  customText: z.string().nullish(),
  timestamp: z.string(),
  optionIds: ours(Answer.shape.optionIds),
  optionNotes: Answer.shape.optionNotes.catch(undefined),
  editedInput: Answer.shape.editedInput.catch(undefined),
});
export type UserAnswer = z.input<typeof UserAnswer>;

export const SessionAnswers = z.looseObject({
  sessionId: z.string(),
  answers: z.array(UserAnswer),
  timestamp: z.string(),
  callId: ours(z.string()),
  globalNote: ours(z.string()),
  provenance: ours(Provenance),
  seal: ours(z.string()),
});
export type SessionAnswers = z.input<typeof SessionAnswers>;

export interface SessionFiles {
  request: SessionRequest;
  status: SessionStatus;
  answers: z.infer<typeof SessionAnswers> | null;
}
