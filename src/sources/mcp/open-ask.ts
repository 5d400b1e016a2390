/** Putting an ask for a caller, without asking the same thing twice. */
import { type Ask, Presentation, type Source } from "../../core/ask/ask.ts";
import { questionFrom } from "../../core/ask/question.ts";
import { createQueue } from "../../core/queue.ts";
import type { AskInput, Desk } from "../../desk/desk.ts";
import type { Caller } from "./call.ts";

type Wanted = Omit<AskInput, "source">;

const inTurn = createQueue();
const putHere = new Set<string>();

/** A repeat of the same unanswered question by the same caller gets the ask that is open already. */
export function putOnce(desk: Desk, { source, isOne }: Pick<Caller, "source" | "isOne">, wanted: Wanted): Promise<Ask> {
  const input = { ...wanted, source };
  if (!isOne) return desk.ask(input);
  // One after the other, so that two repeats in the same moment do not both find nothing.
  return inTurn(() => findOrPut(desk, input));
}

export function isBy(ask: Ask, caller: Source): boolean {
  return ask.source.kind === caller.kind && ask.source.agentId === caller.agentId;
}

async function findOrPut(desk: Desk, input: AskInput): Promise<Ask> {
  const wanted = sayingOf(input.questions.map(questionFrom), input.context, input.presentation);
  const open = await desk.list({ status: "pending" });
  const same = open.find(
    (ask) =>
      isBy(ask, input.source) && mayBeShared(ask) && sayingOf(ask.questions, ask.context, ask.presentation) === wanted,
  );
  if (same !== undefined) return same;
  const ask = await desk.ask(input);
  putHere.add(ask.id);
  return ask;
}

/** What another process waits for is withdrawn when that one is interrupted, though its client is called the same. */
function mayBeShared({ id, owner }: Ask): boolean {
  return owner?.mode !== "blocking" || putHere.has(id);
}

function sayingOf(questions: Ask["questions"], context: string | undefined, presentation: Ask["presentation"]): string {
  return JSON.stringify([questions, context ?? "", Presentation.parse(presentation ?? {})]);
}
