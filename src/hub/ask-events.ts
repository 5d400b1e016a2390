/**
 * `ask_updated` on the stream of events: an ask came, changed, was settled or removed. It is not in
 * the log of agents, so it has no id, and a reader that was away reads the open asks anew.
 */
import { statusOf } from "../core/ask/ask.ts";
import type { Desk } from "../desk/desk.ts";
import { eventBytes, type Reader } from "../http/sse.ts";
import type { AskChange, Watch } from "../store/ask-store.ts";

export const ASK_UPDATED = "ask_updated";

export interface AskEvents {
  /** Resolves once the reader hears of every change. */
  follow(reader: Reader): Promise<void>;
  leave(reader: Reader): void;
  close(): void;
}

export function createAskEvents({ watch }: Pick<Desk, "watch">): AskEvents {
  const readers = new Set<Reader>();
  let watching: Promise<Watch> | null = null;
  return { follow, leave, close };

  async function follow(reader: Reader) {
    readers.add(reader);
    watching ??= watch(tell, { after: "now" });
    await watching.catch((error: unknown) => {
      watching = null;
      throw error;
    });
  }

  function tell({ id, ask }: AskChange) {
    const status = ask === null ? "removed" : statusOf(ask);
    const data = { agent_id: null, at: new Date().toISOString(), ask_id: id, status };
    const bytes = eventBytes({ type: ASK_UPDATED, data });
    for (const reader of readers) reader.send(bytes);
  }

  /** Nothing is watched while nobody reads. */
  function leave(reader: Reader) {
    readers.delete(reader);
    if (readers.size === 0) close();
  }

  function close() {
    void watching?.then((one) => one.close()).catch(() => undefined);
    watching = null;
  }
}
