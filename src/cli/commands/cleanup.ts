/** `askline cleanup`: removes sessions that are past their retention. */

import { type CommonOptions, withContext } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../failure.ts";
import { messages } from "../messages.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export async function cleanup(options: CommonOptions & { days?: string }): Promise<number> {
  return withContext(options, async ({ desk, settings, locale }) => {
    const days =
      options.days === undefined ? settings.values.retentionDays : daysFrom(options.days);
    const isKept = options.days === undefined && days === 0;
    const removed = isKept ? 0 : await desk.cleanUp(new Date(Date.now() - days * DAY_MS));
    process.stdout.write(
      `${options.json ? JSON.stringify({ removed }) : messages(locale).cleaned(removed)}\n`,
    );
    return EXIT.ok;
  });
}

function daysFrom(text: string): number {
  const days = Number(text);
  if (text.trim() !== "" && days >= 0) return days;
  throw new UsageError((usage) => usage.notDays(text));
}
