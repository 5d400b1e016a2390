/**
 * Finds settled asks by their words and by who decided what. It walks the store's pages, the latest
 * first, and remembers of each ask what a search needs: some hundred bytes, made when a search first
 * meets it, and no more of them than fit.
 */
import { setImmediate as breathe } from "node:timers/promises";
import { isSettled, type SettledAsk } from "../../../core/ask/ask.ts";
import { comparable, searchableText, searchWords } from "../../../core/ask/history.ts";
import { type Decision, decisionOf } from "../../../core/records/decision.ts";
import { type DecisionFilter, fitsDecision } from "../../../core/records/decision-filter.ts";
import {
  gramsOf,
  mayContain,
  signatureOfText,
  type TextSignature,
} from "../../../core/records/text-signature.ts";
import { pagesOf } from "../../../desk/all-pages.ts";
import type { Desk } from "../../../desk/desk.ts";

export interface DecisionIndex {
  /** Every decision that fits, the latest first. `q` is what a person typed into a search. */
  walk(query: DecisionFilter & { q?: string | undefined }): AsyncGenerator<Known>;
  /** How much memory it holds, about. */
  readonly bytes: number;
}

export interface Known {
  readonly ask: SettledAsk;
  readonly decision: Decision;
}

interface Entry extends Known {
  readonly signature: TextSignature;
}

// Enough for some 30,000 asks of ordinary length. Those beyond it are read whole for each search.
const MOST_BYTES = 32 * 1024 * 1024;
// An entry without its signature: the facts and the place in the map.
const ENTRY_BYTES = 500;

export function createDecisionIndex({
  desk,
  mostBytes = MOST_BYTES,
}: {
  desk: Pick<Desk, "page">;
  mostBytes?: number;
}): DecisionIndex {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  return {
    walk,
    get bytes() {
      return bytes;
    },
  };

  async function* walk({
    q = "",
    ...filter
  }: DecisionFilter & { q?: string | undefined }): AsyncGenerator<Known> {
    const words = searchWords(q).map((word) => ({ word, grams: gramsOf(word) }));
    const seen = new Set<string>();
    for await (const asks of pagesOf(desk, { order: "settled" })) {
      for (const ask of asks) {
        if (!isSettled(ask)) continue;
        seen.add(ask.id);
        const entry = entryOf(ask);
        if (isBefore(entry.decision, filter)) return;
        if (!fitsDecision(entry.decision, filter)) continue;
        if (!words.every(({ grams }) => mayContain(entry.signature, grams))) continue;
        if (words.length > 0 && !hasWords(ask, words)) continue;
        yield entry;
      }
      await breathe();
    }
    // Only here is it known which asks are gone.
    for (const id of entries.keys()) if (!seen.has(id)) forget(id);
  }

  /** An ask that changed is another object: its effect may have become known. */
  function entryOf(ask: SettledAsk): Entry {
    const known = entries.get(ask.id);
    if (known?.ask === ask) return known;
    if (known !== undefined) forget(ask.id);
    const signature = signatureOfText(comparable(searchableText(ask)));
    const entry = { ask, decision: decisionOf(ask), signature };
    const size = signature.length + ENTRY_BYTES;
    if (bytes + size <= mostBytes) {
      entries.set(ask.id, entry);
      bytes += size;
    }
    return entry;
  }

  function forget(id: string) {
    bytes -= (entries.get(id)?.signature.length ?? 0) + ENTRY_BYTES;
    entries.delete(id);
  }
}

/** From here on everything is earlier still. */
function isBefore({ settledAt }: Decision, { since }: DecisionFilter): boolean {
  return since !== undefined && settledAt < since;
}

/** The signature may be wrong about what is there, never about what is not. */
function hasWords(ask: SettledAsk, words: readonly { word: string }[]): boolean {
  const text = comparable(searchableText(ask));
  return words.every(({ word }) => text.includes(word));
}
