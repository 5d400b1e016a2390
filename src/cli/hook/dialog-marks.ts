/**
 * Marks of dialogs that hooks wait for, by session: empty files named like their asks. With no hub,
 * the later hooks of the session find here which asks their event may be about. Nothing but Node is
 * needed to look.
 */
import { mkdirSync, readdirSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ask } from "../../core/ask/ask.ts";
import type { Desk } from "../../desk/desk.ts";

export interface DialogMarks {
  add(askId: string): void;
  list(): string[];
  remove(askId: string): void;
  /** When the mark was made, in milliseconds; now if it is gone. */
  madeAt(askId: string): number;
}

// By then no tool that was allowed still runs.
const KEPT_MS = 24 * 60 * 60 * 1000;
const FORMS_WITHIN_MS = 60_000;

export function marksOf(stateDirectory: string, sessionId: string): DialogMarks {
  return marksIn(join(folderOf(stateDirectory), encodeURIComponent(sessionId).slice(0, 200)));
}

/** Marks the ask of each dialog that is opened, before the ask exists. */
export function dialogMarker(stateDirectory: string) {
  return (askId: string, { sessionId }: { sessionId: string }): void =>
    marksOf(stateDirectory, sessionId).add(askId);
}

/** The marks of every session that has any. */
export function markedSessions(stateDirectory: string): DialogMarks[] {
  const folder = folderOf(stateDirectory);
  return namesIn(folder).map((name) => marksIn(join(folder, name)));
}

/** The asks that are marked, as far as they can be read. */
export async function markedAsks(marks: DialogMarks, desk: Pick<Desk, "load">): Promise<Ask[]> {
  const asks = await Promise.all(marks.list().map((id) => desk.load(id).catch(() => null)));
  return asks.filter((ask) => ask !== null);
}

/** Removes the marks of asks that no later event can be about. */
export async function pruneMarks(marks: DialogMarks, desk: Pick<Desk, "load">): Promise<void> {
  for (const askId of marks.list()) {
    const ask = await desk.load(askId).catch(() => null);
    // A mark is there before its ask.
    const isOver = ask === null ? marks.madeAt(askId) < Date.now() - FORMS_WITHIN_MS : isDone(ask);
    if (isOver) marks.remove(askId);
  }
}

function isDone({ outcome, effect }: Ask): boolean {
  if (outcome === null) return false;
  if (effect !== undefined && effect.kind !== "not_taken") return true;
  return Date.parse(outcome.provenance.at) < Date.now() - KEPT_MS;
}

function marksIn(folder: string): DialogMarks {
  return {
    add(askId) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, askId), "", { mode: 0o600 });
    },
    list: () => namesIn(folder),
    madeAt: (askId) =>
      statSync(join(folder, askId), { throwIfNoEntry: false })?.mtimeMs ?? Date.now(),
    remove(askId) {
      rmSync(join(folder, askId), { force: true });
      try {
        rmdirSync(folder);
      } catch {
        // It has other marks.
      }
    },
  };
}

function folderOf(stateDirectory: string): string {
  return join(stateDirectory, "dialogs");
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
