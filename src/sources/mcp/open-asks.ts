/** Puts asks for callers, without asking the same thing twice. */
import { type Ask, Presentation, type Source, statusOf } from "../../core/ask/ask.ts";
import { AlreadySettled, AskNotFound } from "../../core/ask/errors.ts";
import { createQueue } from "../../core/queue.ts";
import type { CompleteAsk, Desk } from "../../desk/desk.ts";
import type { Caller } from "./call.ts";
import type { LeftOpen } from "./left-open.ts";

type Wanted = Omit<CompleteAsk, "source">;

export interface OpenAsks {
  /**
   * If the same caller repeats an unanswered question, it gets the ask that is already open. If it
   * was answered after the client had given up the first call, the caller gets that ask, settled.
   */
  put(caller: Pick<Caller, "source" | "isOne">, wanted: Wanted): Promise<Ask>;
}

export function createOpenAsks(desk: Desk, leftOpen: LeftOpen): OpenAsks {
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
    const answered = await answeredMeanwhile(input.source, wanted);
    if (answered !== undefined) return answered;
    const open = await desk.find({ status: "pending", asker: input.source });
    const same = open.filter((ask) => sayingOf(ask) === wanted);
    const shared = same.find(mayBeShared);
    if (shared !== undefined) return shared;
    const ask = await desk.put(input);
    putHere.add(ask.id);
    for (const { id } of same.filter(hasClosedTerminal)) await replace(id, ask.id);
    return ask;
  }

  /** Otherwise the person would be asked twice, once by a question that no command opens. */
  async function replace(id: string, newId: string) {
    // Best effort: a draft that cannot be kept must not keep the question from being asked.
    await desk.drafts.copy(id, newId).catch(() => undefined);
    const detail = `Its terminal was closed, and it was asked again: session_id ${newId}`;
    await desk.withdraw(id, { surface: "mcp" }, { detail }).catch((error) => {
      // An answer that came meanwhile stays fetchable by the old id.
      if (!(error instanceof AlreadySettled || error instanceof AskNotFound)) throw error;
    });
  }

  async function answeredMeanwhile({ agentId = "" }: Source, wanted: string) {
    const left = await Promise.all(
      leftOpen.by(agentId).map((id) => desk.load(id).catch(() => null)),
    );
    return left
      .filter((ask) => ask !== null)
      .find((ask) => isUnheard(ask, agentId) && sayingOf(ask) === wanted);
  }

  function isUnheard(ask: Ask, asker: string): boolean {
    const status = statusOf(ask);
    const isDecided = status === "completed" || status === "rejected";
    return isDecided && !leftOpen.isReceived(ask, asker);
  }

  /**
   * An ask that another process waits for is not shared, even if its client has the same name:
   * interrupting that process withdraws the ask. Nor is one that was opened in a terminal: its
   * command works once, so a caller that asks again needs a new one.
   */
  function mayBeShared({ id, owner, attachment }: Ask): boolean {
    return attachment === undefined && (owner?.mode !== "blocking" || putHere.has(id));
  }
}

function hasClosedTerminal({ attachment }: Ask): boolean {
  return attachment?.closedAt !== undefined;
}

function sayingOf({
  questions,
  context,
  presentation,
}: Pick<CompleteAsk, "questions" | "context" | "presentation">) {
  return JSON.stringify([questions, context ?? "", Presentation.parse(presentation ?? {})]);
}
