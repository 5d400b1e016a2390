/**
 * Saves drafts shortly after they were typed: many keys make one write, and all is written before
 * the inbox closes.
 */
import { AskNotFound } from "../../core/ask/errors.ts";
import { createQueue } from "../../core/queue.ts";
import type { DraftKey, DraftStore } from "../../store/ask-store.ts";
import { draftFrom } from "./model/draft.ts";
import type { FormPage } from "./model/state.ts";

export interface DraftKeeper {
  load(id: string): Promise<unknown>;
  saveSoon(id: string, page: FormPage): void;
  clear(id: string): Promise<void>;
  /** Writes everything that is not written yet. */
  flush(): Promise<void>;
}

const DELAY_MS = 200;

export function createDraftKeeper(drafts: DraftStore, key: DraftKey): DraftKeeper {
  const unsaved = new Map<string, FormPage>();
  let timer: NodeJS.Timeout | undefined;
  const saving = createQueue();
  return { load, saveSoon, clear, flush };

  /** A draft that could not be written is still in memory, and newer than the one on disk. */
  async function load(id: string) {
    await flush();
    const held = unsaved.get(id);
    return held === undefined ? drafts.load(id, key) : JSON.parse(JSON.stringify(draftFrom(held)));
  }

  function saveSoon(id: string, page: FormPage) {
    unsaved.set(id, page);
    timer ??= setTimeout(() => void flush(), DELAY_MS);
  }

  async function clear(id: string) {
    unsaved.delete(id);
    await saving.idle();
    unsaved.delete(id);
    await drafts.clear(id, key).catch(() => {});
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    for (const [id, page] of unsaved) void saving(() => save(id, page));
    unsaved.clear();
    return saving.idle();
  }

  /** A failed write does not disturb the person who is typing: the next one may succeed. */
  async function save(id: string, page: FormPage) {
    try {
      await drafts.save(id, key, draftFrom(page));
    } catch (error) {
      if (!(error instanceof AskNotFound) && !unsaved.has(id)) unsaved.set(id, page);
    }
  }
}
