/**
 * Copies asks from one store to another, over the port that every store has. The source is only
 * read. It can be stopped and begun again at any time: what is there already is left alone. At the
 * end every ask is read from both once more and compared, so what it says is what is there.
 */
import { type Ask, isSettled } from "../core/ask/ask.ts";
import { AskNotFound } from "../core/ask/errors.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import type { AskStore, DraftKey } from "./ask-store.ts";

export interface CopyParts {
  readonly from: Pick<AskStore, "page" | "drafts">;
  readonly to: Pick<AskStore, "create" | "load" | "remove" | "drafts">;
  /** The ask as the target is to have it. */
  readonly as?: ((ask: Ask) => Ask) | undefined;
  /** Whose half-filled forms of open asks are copied. */
  readonly draftKeys?: readonly DraftKey[] | undefined;
  readonly isDryRun?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number) => void) | undefined;
}

export interface Copied {
  /** How many asks the source has. */
  asks: number;
  open: number;
  /** How many were written now; without `isDryRun`, all others were there already. */
  written: number;
  drafts: number;
  /** Asks that the target has in another way: decided there since, or otherwise. */
  different: string[];
  /** One hash over all that the source has, and over the same asks in the target. */
  hashes: { from: string; to: string };
}

const SLICE = 25;

export async function copyAsks(parts: CopyParts): Promise<Copied> {
  const { from, to, as = (ask) => ask, draftKeys = [], isDryRun = false, onProgress } = parts;
  const done: Copied = {
    ...{ asks: 0, open: 0, written: 0, drafts: 0, different: [] },
    hashes: { from: "", to: "" },
  };
  let read = 0;
  await eachAsk(parts, async (ask) => {
    await bring(as(ask));
    read += 1;
    if (read % 100 === 0) onProgress?.(read);
  });
  const sums = { from: startSum(), to: startSum() };
  await eachAsk(parts, async (ask) => compare(as(ask)));
  done.hashes = { from: sums.from.text(), to: sums.to.text() };
  return done;

  async function bring(ask: Ask) {
    const there = await loaded(ask.id);
    if (there !== null && !isOlder(there, ask)) return;
    done.written += 1;
    if (isDryRun) return;
    // Open there and settled here: nobody can have decided it there, so nothing is lost by this.
    if (there !== null) await to.remove(ask.id);
    await to.create(ask);
    if (isSettled(ask)) return;
    for (const key of draftKeys) {
      const draft = await from.drafts.load(ask.id, key);
      if (draft === null || draft === undefined) continue;
      await to.drafts.save(ask.id, key, draft);
      done.drafts += 1;
    }
  }

  async function compare(ask: Ask) {
    done.asks += 1;
    if (!isSettled(ask)) done.open += 1;
    const there = await loaded(ask.id);
    sums.from.add(textOf(ask));
    if (there !== null) sums.to.add(textOf(there));
    if (there === null ? !isDryRun : textOf(there) !== textOf(ask)) done.different.push(ask.id);
  }

  async function loaded(id: string): Promise<Ask | null> {
    try {
      return await to.load(id);
    } catch (error) {
      if (error instanceof AskNotFound) return null;
      throw error;
    }
  }
}

async function eachAsk(
  { from, signal }: Pick<CopyParts, "from" | "signal">,
  work: (ask: Ask) => Promise<void>,
) {
  let after: string | undefined;
  do {
    signal?.throwIfAborted();
    const page = await from.page({ limit: SLICE, after });
    await Promise.all(page.asks.map(work));
    after = page.next ?? undefined;
  } while (after !== undefined);
}

/** An earlier copy of what was open then. */
function isOlder(there: Ask, here: Ask): boolean {
  return !isSettled(there) && textOf(there) !== textOf(here);
}

/** Whether a seal fits is told by the store that reads it, each by its own key. */
function textOf({ sealed: _, ...ask }: Ask): string {
  return canonicalJson(JSON.parse(JSON.stringify(ask)));
}

/** The same for the same asks, in whatever order they come. */
function startSum() {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const sum = Buffer.alloc(32);
  return { add, text: () => sum.toString("hex") };

  function add(text: string) {
    const hash = createHash("sha256").update(text).digest();
    for (const [place, byte] of hash.entries()) sum[place] = (sum[place] ?? 0) ^ byte;
  }
}
