/** `askline wait`: waits until an ask is settled, or for a given time. */

import { type Ask, isSettled, statusOf } from "../../core/ask/ask.ts";
import { printableJson } from "../../core/json.ts";
import { afterMilliseconds } from "../../store/clock.ts";
import { type CommonOptions, type Context, withContext } from "../context.ts";
import { askAsJson, outcomeForPeople } from "../describe.ts";
import { secondsFrom } from "../duration.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { findAsk } from "../find-ask.ts";
import { messages } from "../messages.ts";

export async function wait(
  id: string,
  options: CommonOptions & { timeout?: string },
): Promise<number> {
  const seconds = options.timeout === undefined ? undefined : secondsFrom(options.timeout);
  return withContext(options, async (context) => {
    const ask = await findAsk(context.desk, id);
    const latest = await settledWithin(ask, seconds, context);
    const text =
      latest.outcome === null
        ? messages(context.locale).stillOpen
        : outcomeForPeople(latest, context.locale);
    // An agent that asked otherwise has not taken it by this.
    if (isSettled(latest) && latest.source.kind === "command")
      await context.desk.markTaken(latest.id, "command").catch(() => undefined);
    process.stdout.write(`${options.json ? printableJson(askAsJson(latest)) : text}\n`);
    return exitCodeOf(statusOf(latest));
  });
}

async function settledWithin(
  ask: Ask,
  seconds: number | undefined,
  { desk }: Context,
): Promise<Ask> {
  if (seconds === undefined) return desk.wait(ask.id);
  const patience = new AbortController();
  const stop = afterMilliseconds(seconds * 1000, () => patience.abort());
  try {
    return await desk.wait(ask.id, { signal: patience.signal });
  } catch (error) {
    if (patience.signal.aborted) return desk.load(ask.id);
    throw error;
  } finally {
    stop();
  }
}
