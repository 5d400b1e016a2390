/** The draft of a form that is not sent yet: the form, the ask-backs, and a half-written reason. */
import { z } from "zod";
import { AskBack } from "../../../core/ask/ask.ts";
import { draftOf } from "../../../core/ask/form.ts";
import type { PromptState } from "../../../terminal/form/state.ts";
import type { FormPage } from "./state.ts";

const Beside = z.object({ askBack: z.array(AskBack).default([]), reason: z.string().default("") });

export function draftFrom({ form, askBack, reason }: FormPage): unknown {
  return { ...draftOf(form.form), askBack, reason };
}

export function pageFrom(form: PromptState, draft: unknown): FormPage {
  const { askBack, reason } = Beside.safeParse(draft ?? {}).data ?? { askBack: [], reason: "" };
  return {
    form,
    askBack: askBack.filter(({ questionIndex }) => questionIndex < form.form.questions.length),
    reason,
  };
}
