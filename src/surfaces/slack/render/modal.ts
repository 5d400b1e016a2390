/** The window for an answer in the person's own words. Pure. */
import type { types } from "@slack/bolt";
import { z } from "zod";
import type { Ask } from "../../../core/ask/ask.ts";
import { isPermissionAsk } from "../../../core/ask/consent.ts";
import type { Locale } from "../../../core/locale.ts";
import { LIMITS } from "./limits.ts";
import { inLanguage } from "./localized.ts";
import { segmentsOf, wordsOf } from "./markdown.ts";
import { messages } from "./messages.ts";
import { questionId } from "./names.ts";
import { lookOf } from "./question.ts";
import { label, line, plain } from "./text.ts";

export const MODAL = "custom_input_submit";
export const MODAL_BLOCK = "custom_input";
export const MODAL_FIELD = "custom_input_text";

export const ModalKey = z.object({
  sessionKey: z.string(),
  questionId: z.string(),
  /** The channel where it was opened, for messages to the person afterwards. */
  channel: z.string().optional(),
});
export type ModalKey = z.infer<typeof ModalKey>;

export function customInputModal(
  ask: Ask,
  questionIndex: number,
  locale: Locale,
  channel?: string,
): types.ModalView {
  const text = messages(locale);
  const question = inLanguage(ask, locale).questions[questionIndex];
  const key: ModalKey = {
    sessionKey: ask.id,
    questionId: questionId(questionIndex),
    ...(channel && { channel }),
  };
  const prompt = question?.prompt ?? text.typeHere;
  const asked =
    lookOf(ask) === "plain"
      ? segmentsOf(prompt)
          .map(({ text: part }) => part)
          .join(" ")
      : wordsOf(prompt);
  const placeholder = line(question?.placeholder ?? "");
  return {
    type: "modal",
    callback_id: MODAL,
    private_metadata: JSON.stringify(key),
    title: label(text.modalTitle, LIMITS.modalTitle),
    submit: label(text.modalSend, LIMITS.modalTitle),
    close: label(text.modalClose, LIMITS.modalTitle),
    blocks: [
      {
        type: "input",
        block_id: MODAL_BLOCK,
        label: plain(line(asked), LIMITS.inputLabel),
        ...(isPermissionAsk(ask) && { hint: label(text.ownWordsDeny, LIMITS.inputLabel) }),
        element: {
          type: "plain_text_input",
          action_id: MODAL_FIELD,
          multiline: true,
          max_length: LIMITS.inputLength,
          ...(placeholder !== "·" && { placeholder: plain(placeholder, LIMITS.placeholder) }),
        },
      },
    ],
  };
}
