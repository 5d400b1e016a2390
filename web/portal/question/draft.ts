/**
 * A half-filled form, saved twice: in this browser with every key, on the server a moment later.
 *
 * An unconfirmed draft is newer than the server's copy, so it wins when the page comes back. Once
 * it is confirmed, the server's copy wins, because another tab or device may have continued it. No
 * two clocks are ever compared.
 */
import type { FormDraft } from "../../../src/core/ask/form.ts";
import { keep, recall } from "../../shared/memory.ts";
import { api } from "../parts/api.ts";

export interface Kept {
  draft: unknown;
  /** The reason for declining, as far as typed. The server has no field for it. */
  reason: string;
  isConfirmed: boolean;
  at: number;
}

export interface DraftKeeper {
  load(fromServer: FormDraft | null): { draft: unknown; reason: string };
  save(draft: FormDraft, reason: string): void;
  /** Sends everything that the server has not confirmed. */
  flush(): void;
  forget(): void;
  /** Sends nothing more, and keeps what is in this browser. */
  rest(): void;
  close(): void;
}

const PREFIX = "askline:draft:";
const PAUSE_MS = 300;
const KEPT_MS = 7 * 24 * 3600 * 1000;

export function openDraft(id: string): DraftKeeper {
  const key = PREFIX + id;
  let waiting: FormDraft | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Not by `randomUUID`, which a page without https does not have.
  const page = `${Date.now()}-${Math.random()}`;
  let number = 0;
  addEventListener("pagehide", sendLast);
  // A phone may end a hidden page without another word to it.
  document.addEventListener("visibilitychange", sendIfHidden);
  return { load, save, flush, forget, rest, close };

  function load(fromServer: FormDraft | null) {
    forgetOld();
    const kept = keptIn(recall(key));
    if (kept === null) return { draft: fromServer, reason: "" };
    const isOurs = !kept.isConfirmed || fromServer === null;
    // Only `save` wrote it; the server checks it again.
    if (!kept.isConfirmed) waiting = kept.draft as FormDraft;
    return { draft: isOurs ? kept.draft : fromServer, reason: kept.reason };
  }

  function save(draft: FormDraft, reason: string) {
    keep(key, { draft, reason, isConfirmed: false, at: Date.now() } satisfies Kept);
    waiting = draft;
    clearTimeout(timer);
    timer = setTimeout(flush, PAUSE_MS);
  }

  function flush() {
    clearTimeout(timer);
    if (waiting !== null) void send(waiting);
  }

  async function send(draft: FormDraft, isLast = false) {
    number += 1;
    try {
      await api.saveDraft(id, { draft, revision: { page, number } }, isLast);
    } catch {
      return; // The draft stays in this browser, and is sent when the connection is back.
    }
    const kept = keptIn(recall(key));
    if (waiting !== draft || kept === null) return;
    waiting = null;
    keep(key, { ...kept, isConfirmed: true });
  }

  function sendLast() {
    if (waiting !== null) void send(waiting, true);
  }

  function sendIfHidden() {
    if (document.visibilityState === "hidden") sendLast();
  }

  function forget() {
    rest();
    keep(key, null);
  }

  function rest() {
    clearTimeout(timer);
    waiting = null;
  }

  function close() {
    sendLast();
    clearTimeout(timer);
    removeEventListener("pagehide", sendLast);
    document.removeEventListener("visibilitychange", sendIfHidden);
  }
}

function forgetOld() {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  for (const key of keys) {
    const kept = keptIn(recall(key));
    if (kept === null || Date.now() - kept.at > KEPT_MS) keep(key, null);
  }
}

function keptIn(value: unknown): Kept | null {
  if (typeof value !== "object" || value === null) return null;
  const { draft, reason, isConfirmed, at } = value as Record<string, unknown>;
  if (typeof reason !== "string" || typeof at !== "number") return null;
  return { draft, reason, isConfirmed: isConfirmed === true, at };
}
