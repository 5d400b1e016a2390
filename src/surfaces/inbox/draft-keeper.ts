/** Keeps what is typed a moment after it was typed: once for many keys, and always before the inbox is left. */
import type { DraftKey, DraftStore } from "../../store/ask-store.ts";
import { draftFrom } from "./draft.ts";
import type { FormPage } from "./state.ts";

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
  let saving = Promise.resolve();
  return { load, saveSoon, clear, flush };

  async function load(id: string) {
    await saving;
    return drafts.load(id, key);
  }

  function saveSoon(id: string, page: FormPage) {
    unsaved.set(id, page);
    timer ??= setTimeout(() => void flush(), DELAY_MS);
  }

  async function clear(id: string) {
    unsaved.delete(id);
    await saving;
    await drafts.clear(id, key).catch(() => {});
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    for (const [id, page] of unsaved) {
      // A draft that cannot be kept is no reason to disturb the person who is writing it.
      saving = saving.then(() => drafts.save(id, key, draftFrom(page))).catch(() => {});
    }
    unsaved.clear();
    return saving;
  }
}
