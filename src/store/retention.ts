/** Removes what was settled long ago, in slices, so that a hub with very many asks stays quick. */
import { setImmediate as breath } from "node:timers/promises";
import type { Ask } from "../core/ask/ask.ts";
import { AskNotFound } from "../core/ask/errors.ts";
import type { AskStore } from "./ask-store.ts";

export interface SettledLongAgo {
  readonly settledBefore: string;
  /** Of this project alone; of all unless given. */
  readonly project?: string | undefined;
  /** Projects with a time of their own. */
  readonly except?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Before each is removed: what else belongs to it goes first, so that nothing is left over. */
  readonly onRemove?: ((ask: Ask) => Promise<void>) | undefined;
}

const SLICE = 25;

/** What is open is never removed. Another process may remove the same ones. Says how many went. */
export async function removeSettled(
  store: Pick<AskStore, "page" | "remove">,
  { settledBefore, project, except = [], signal, onRemove }: SettledLongAgo,
): Promise<number> {
  let removed = 0;
  let after: string | undefined;
  do {
    const page = await store.page({
      ...{ status: "settled", order: "settled", limit: SLICE, settledBefore, project, after },
    });
    const old = page.asks.filter(
      ({ source, outcome }) => outcome !== null && !except.includes(source.project ?? ""),
    );
    const gone = await Promise.all(old.map(remove));
    removed += gone.filter((isOurs) => isOurs).length;
    after = page.next ?? undefined;
    await breath();
  } while (after !== undefined && signal?.aborted !== true);
  return removed;

  /** False if another process was first. */
  async function remove(ask: Ask): Promise<boolean> {
    await onRemove?.(ask);
    try {
      await store.remove(ask.id);
      return true;
    } catch (error) {
      if (error instanceof AskNotFound) return false;
      throw error;
    }
  }
}
