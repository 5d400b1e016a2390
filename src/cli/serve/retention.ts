/** Keeps what a project's retention says: the hub removes what was settled longer ago. */
import { join } from "node:path";
import type { Ask } from "../../core/ask/ask.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Settings } from "../../desk/settings.ts";
import { removeAttached } from "../../store/uploads/attached.ts";

export interface RetentionParts {
  readonly desk: Pick<Desk, "removeSettled">;
  readonly settings: Pick<Settings, "retentionByProject" | "stateDirectory">;
  readonly now: () => number;
  readonly signal?: AbortSignal | undefined;
  readonly onWarning: (message: string) => void;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const EVERY_OTHER = "*";

/** Says how many were removed. */
export async function keepRetention(parts: RetentionParts): Promise<number> {
  const { desk, settings, now, signal, onWarning } = parts;
  const uploads = join(settings.stateDirectory, "uploads");
  const rules = Object.entries(settings.retentionByProject);
  const named = rules.map(([project]) => project).filter((project) => project !== EVERY_OTHER);
  let removed = 0;
  for (const [project, days] of rules) {
    if (days === 0 || signal?.aborted) continue;
    const isRest = project === EVERY_OTHER;
    try {
      removed += await desk.removeSettled({
        settledBefore: new Date(now() - days * DAY_MS).toISOString(),
        ...(isRest ? { except: named } : { project }),
        signal,
        onRemove: (ask: Ask) => removeAttached(uploads, ask),
      });
    } catch (error) {
      onWarning(`What is older than its retention is still there: ${(error as Error).message}`);
    }
  }
  return removed;
}
