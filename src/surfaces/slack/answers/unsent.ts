/**
 * Words that wait for their writer's "Send", one file each, so that a restart of the hub between
 * the question and the click loses none. They are forgotten after a day.
 */
import { z } from "zod";
import { openRecords } from "../places/records.ts";

const UnsentWords = z.object({
  askId: z.string(),
  userId: z.string(),
  words: z.string(),
  /** The numbers of the questions that the words would answer, or `decline`. */
  meaning: z.string(),
  at: z.string(),
});
export type UnsentWords = z.infer<typeof UnsentWords>;

export interface Unsent {
  /** Durable when it resolves. */
  keep(key: string, words: Omit<UnsentWords, "at">): Promise<void>;
  get(key: string): UnsentWords | undefined;
  forget(key: string): void;
}

const KEEP_MS = 24 * 60 * 60 * 1000;

export function openUnsent({ directory, now }: { directory: string; now: () => Date }): Unsent {
  const records = openRecords(directory, z.object({ key: z.string(), ...UnsentWords.shape }));
  forgetOld();
  return { keep, get, forget: records.remove };

  async function keep(key: string, words: Omit<UnsentWords, "at">) {
    forgetOld();
    await records.change(key, () => ({ ...words, key, at: now().toISOString() }));
  }

  function get(key: string): UnsentWords | undefined {
    const kept = records.get(key);
    return kept === undefined || isOld(kept) ? undefined : kept;
  }

  function forgetOld() {
    for (const kept of records.all()) if (isOld(kept)) records.remove(kept.key);
  }

  function isOld({ at }: UnsentWords): boolean {
    return now().getTime() - Date.parse(at) >= KEEP_MS;
  }
}
