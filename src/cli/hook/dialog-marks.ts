/**
 * Marks of dialogs that hooks wait for, by session: empty files named like their asks. With no hub,
 * the later hooks of the session find here which asks their event may be about. Nothing but Node is
 * needed to look.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface DialogMarks {
  add(askId: string): void;
  list(): string[];
  remove(askId: string): void;
  clear(): void;
}

export function marksOf(stateDirectory: string, sessionId: string): DialogMarks {
  const folder = join(stateDirectory, "dialogs", encodeURIComponent(sessionId).slice(0, 200));
  return {
    add(askId) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(join(folder, askId), "", { mode: 0o600 });
    },
    list() {
      try {
        return readdirSync(folder);
      } catch {
        return [];
      }
    },
    remove: (askId) => rmSync(join(folder, askId), { force: true }),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}
