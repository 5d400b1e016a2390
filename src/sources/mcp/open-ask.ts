/** Putting an ask for a caller, without asking the same thing twice. */
import { type Ask, Presentation, type Source } from "../../core/ask.ts";
import { questionFrom } from "../../core/question.ts";
import type { AskInput, Desk } from "../../desk/desk.ts";

let last: Promise<unknown> = Promise.resolve();

/** A repeat of the same unanswered question by the same caller gets the ask that is open already. */
export function putOnce(desk: Desk, input: AskInput): Promise<Ask> {
  // One after the other, so that two repeats in the same moment do not both find nothing.
  const put = last.then(() => findOrPut(desk, input));
  last = put.catch(() => undefined);
  return put;
}

export function isBy(ask: Ask, caller: Source): boolean {
  return ask.source.kind === caller.kind && ask.source.agentId === caller.agentId;
}

async function findOrPut(desk: Desk, input: AskInput): Promise<Ask> {
  const wanted = sayingOf(input.questions.map(questionFrom), input.context, input.presentation);
  const open = await desk.list({ status: "pending" });
  const same = open.find(
    (ask) => isBy(ask, input.source) && sayingOf(ask.questions, ask.context, ask.presentation) === wanted,
  );
  return same ?? desk.ask(input);
}

function sayingOf(questions: Ask["questions"], context: string | undefined, presentation: Ask["presentation"]): string {
  return JSON.stringify([questions, context ?? "", Presentation.parse(presentation ?? {})]);
}
