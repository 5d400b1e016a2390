/** Puts asks for callers, without asking the same thing twice. */
import { type Ask, Presentation, type Source } from "../../core/ask/ask.ts";
import { createQueue } from "../../core/queue.ts";
import type { CompleteAsk, Desk } from "../../desk/desk.ts";
import type { Caller } from "./call.ts";

type Wanted = Omit<CompleteAsk, "source">;

export interface OpenAsks {
  /** If the same caller repeats an unanswered question, it gets the ask that is already open. */
  put(caller: Pick<Caller, "source" | "isOne">, wanted: Wanted): Promise<Ask>;
}

export function createOpenAsks(desk: Desk): OpenAsks {
  const inTurn = createQueue();
  const putHere = new Set<string>();
  return { put };

  function put({ source, isOne }: Pick<Caller, "source" | "isOne">, wanted: Wanted): Promise<Ask> {
    const input = { ...wanted, source };
    if (!isOne) return desk.put(input);
    // One after the other, so that of two simultaneous repeats the second finds the first.
    return inTurn(() => findOrPut(input));
  }

  async function findOrPut(input: CompleteAsk): Promise<Ask> {
    const wanted = sayingOf(input);
    const open = await desk.list({ status: "pending" });
    const same = open.find(
      (ask) => isBy(ask, input.source) && mayBeShared(ask) && sayingOf(ask) === wanted,
    );
    if (same !== undefined) return same;
    const ask = await desk.put(input);
    putHere.add(ask.id);
    return ask;
  }

  /**
   * An ask that another process waits for is not shared, even if its client has the same name:
   * interrupting that process withdraws the ask.
   */
  function mayBeShared({ id, owner }: Ask): boolean {
    return owner?.mode !== "blocking" || putHere.has(id);
  }
}

export function isBy(ask: Ask, caller: Source): boolean {
  return ask.source.kind === caller.kind && ask.source.agentId === caller.agentId;
}

function sayingOf({
  questions,
  context,
  presentation,
}: Pick<CompleteAsk, "questions" | "context" | "presentation">) {
  return JSON.stringify([questions, context ?? "", Presentation.parse(presentation ?? {})]);
}
