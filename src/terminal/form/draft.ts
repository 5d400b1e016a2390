/** Keeps a half-filled form while it is being filled in, and forgets it when the ask is settled. */
import { draftOf, type FormState } from "../../core/ask/form.ts";
import { createQueue } from "../../core/queue.ts";
import type { Desk } from "../../desk/desk.ts";
import type { DraftKey } from "../../store/ask-store.ts";

export interface Draft {
  load(): Promise<unknown>;
  /** Saves a little later, so that typing writes once and not with every key. */
  saveSoon(form: FormState): void;
  clear(): Promise<void>;
}

const DELAY_MS = 300;

export function openDraft({ drafts }: Pick<Desk, "drafts">, id: string, key: DraftKey): Draft {
  let timer: NodeJS.Timeout | undefined;
  const saving = createQueue();
  return {
    load: () => drafts.load(id, key),
    saveSoon(form) {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // A draft that cannot be kept is no reason to disturb the person who is writing it.
        saving(() => drafts.save(id, key, draftOf(form))).catch(() => {});
      }, DELAY_MS);
    },
    async clear() {
      clearTimeout(timer);
      await saving.idle();
      await drafts.clear(id, key).catch(() => {});
    },
  };
}
