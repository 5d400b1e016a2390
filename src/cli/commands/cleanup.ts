/** `askline cleanup`: removes sessions that are past their retention. */

import { printableJson } from "../../core/json.ts";
import type { CleanUp } from "../../store/ask-store.ts";
import { removeLeftoversBelow } from "../../store/file/leftovers.ts";
import { type CommonOptions, withContext } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../failure.ts";
import { messages } from "../messages.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface CleanUpFlags extends CommonOptions {
  days?: string;
  open?: boolean;
}

export async function cleanup(options: CleanUpFlags): Promise<number> {
  return withContext(options, async ({ desk, settings, locale }) => {
    const { retentionDays, stateDirectory, sessionsDirectory } = settings.values;
    const days = options.days === undefined ? retentionDays : daysFrom(options.days);
    const isKept = options.days === undefined && days === 0;
    const createdBefore = isKept ? new Date(0) : new Date(Date.now() - days * DAY_MS);
    const done = await desk.cleanUp(createdBefore, { open: options.open });
    removeLeftoversBelow(stateDirectory, sessionsDirectory);
    process.stdout.write(
      `${options.json ? printableJson(forPrograms(done)) : messages(locale).cleaned(done)}\n`,
    );
    return EXIT.ok;
  });
}

function forPrograms({ removed, kept }: CleanUp) {
  const all = Object.values(removed).reduce((sum, count) => sum + count, 0);
  return { removed: all, byKind: removed, kept };
}

function daysFrom(text: string): number {
  const days = Number(text);
  if (text.trim() !== "" && days >= 0) return days;
  throw new UsageError((usage) => usage.notDays(text));
}
