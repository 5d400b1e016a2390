/** Codex's own questions, in the shape of other clients' question tools, and the answers. Pure. */
import { z } from "zod";
import { isRecord } from "../../../../core/json.ts";
import type { DialogDecision } from "../../common/client-dialogs.ts";
import { NOTE } from "../given-answers.ts";
import type { Params } from "./rpc.ts";

const Question = z.object({
  id: z.string(),
  header: z.string().catch(""),
  question: z.string(),
  isSecret: z.boolean().catch(false),
  options: z
    .array(z.object({ label: z.string(), description: z.string().catch("") }))
    .nullish()
    .catch(null),
});
const Questions = z.object({ questions: z.array(Question).min(1) });

/** Null for a secret, which must not be written down. */
export function askedInput(params: Params): { questions: unknown[] } | null {
  const { questions } = Questions.safeParse(params).data ?? {};
  if (questions === undefined || questions.some(({ isSecret }) => isSecret)) return null;
  return {
    questions: questions.map(({ id, header, question, options }) => ({
      ...{ id, header, question, options: options ?? [] },
    })),
  };
}

/** By the questions' ids. A refusal is told beside the first. */
export function answersToQuestions(params: Params, decision: DialogDecision) {
  const { questions } = Questions.parse(params);
  if (decision.behavior === "deny") {
    const [first] = questions;
    return { [first?.id ?? ""]: { answers: [`${NOTE}${decision.message}`] } };
  }
  const { answers, annotations } = (decision.behavior === "allow" && decision.input) || {};
  return Object.fromEntries(
    questions.map(({ id, question, options }) => {
      const given = fieldOf(answers, question);
      const note = fieldOf(fieldOf(annotations, question), "notes");
      const isOption = options?.some(({ label }) => label === given) ?? false;
      const said = isOption ? [String(given)] : noted(given);
      return [id, { answers: [...said, ...noted(note)] }];
    }),
  );
}

function noted(words: unknown): string[] {
  return typeof words === "string" && words !== "" ? [`${NOTE}${words}`] : [];
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
