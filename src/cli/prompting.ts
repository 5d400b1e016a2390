/** Prompts on this terminal for an ask that may also be settled elsewhere. */
import type { Ask, SettledAsk } from "../core/ask/ask.ts";
import { deskByKeys } from "../desk/agent-here.ts";
import type { PromptParts } from "../surfaces/surface.ts";
import type { Context } from "./context.ts";

/**
 * The prompt that there is, on this terminal. Resolves once the ask is settled
 * or the signal is aborted.
 */
export async function promptHere(
  ask: Ask,
  parts: PromptParts,
  { settings }: Pick<Context, "settings">,
): Promise<void> {
  const { surfaceIn } = await import("./surfaces.ts");
  const prompt = (await surfaceIn("prompt"))?.prompt;
  if (prompt === undefined) throw new Error("This Askline has no prompt.");
  await prompt(ask, { ...parts, desk: deskByKeys(parts.desk, settings.values) });
}

/** The prompt is drawn on standard error, so standard error must be a terminal. */
export function canPromptHere(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/**
 * The prompt is one of many places to answer; the first answer ends it. `leaving` removes the
 * prompt; `onGone` hears of a terminal that was taken away.
 */
export async function promptUntilSettled(
  ask: Ask,
  context: Context,
  { leaving, onGone }: { leaving: AbortSignal; onGone?: () => void },
): Promise<SettledAsk> {
  const { desk, interaction, locale, person } = context;
  const waiting = new AbortController();
  const done = new AbortController();
  const leavePrompt = () => done.abort();
  const settled = desk.wait(ask.id, { signal: waiting.signal });
  settled.then(leavePrompt, leavePrompt);
  try {
    const signal = AbortSignal.any([done.signal, leaving]);
    const parts = { desk, interaction, locale, person, signal };
    await promptHere(ask, { ...parts, ...(onGone === undefined ? {} : { onGone }) }, context);
  } catch (error) {
    // Nobody can answer here any more; the waiting caller gets the reason instead of waiting on.
    waiting.abort();
    throw error;
  }
  return settled;
}
