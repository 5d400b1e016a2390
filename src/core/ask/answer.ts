/** A person's reply to an ask: one answer for each question, and perhaps a note about the whole. */
import { z } from "zod";

export const Answer = z.object({
  optionIds: z.array(z.string()),
  customText: z.string().optional(),
  optionNotes: z.record(z.string(), z.string()).optional(),
  editedInput: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("A permission: the call as the person changed it before they allowed it"),
  unanswered: z
    .literal(true)
    .optional()
    .describe("Another program's person left this question out; nothing chosen is an answer"),
});
export type Answer = z.infer<typeof Answer>;

/** `answers[i]` answers `questions[i]`. */
export const Reply = z.object({
  answers: z.array(Answer),
  globalNote: z.string().optional(),
});
export type Reply = z.infer<typeof Reply>;
