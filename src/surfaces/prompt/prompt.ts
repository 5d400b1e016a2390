/**
 * Settles an ask on the terminal: shows it inline, takes the person's decision, and leaves one line
 * behind.
 */
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import { AlreadySettled } from "../../core/ask/errors.ts";
import { typedWords } from "../../core/ask/typed-words.ts";
import type { Locale } from "../../core/locale.ts";
import { createQueue } from "../../core/queue.ts";
import { safeText } from "../../core/safety/safe-text.ts";
import type { Desk } from "../../desk/desk.ts";
import type { InteractionChange, InteractionSettings } from "../../desk/interaction.ts";
import { openDraft } from "../../terminal/form/draft.ts";
import { messages } from "../../terminal/form/messages.ts";
import { openPrompt } from "../../terminal/form/state.ts";
import { summaryLine } from "../../terminal/form/summary.ts";
import { wantsPlain } from "../../terminal/text/style.ts";
import { placeIn } from "../names.ts";
import { type Changes, type Following, followChanges } from "./follow-changes.ts";
import { inlinePrompt, type Prompted } from "./inline-prompt.ts";
import { label } from "./label.ts";

export interface PromptParts {
  desk: Desk;
  interaction: InteractionSettings;
  locale: Locale;
  person: string;
  /**
   * Aborted when the ask is settled, here or elsewhere, or this process ends. The prompt then
   * leaves the terminal.
   */
  signal: AbortSignal;
  /** The terminal was taken away before anybody decided. */
  onGone?: () => void;
}

/**
 * Resolves when the ask is settled or the signal is aborted. Writes to standard error, so that
 * standard output holds only the answer.
 */
export async function promptHere(
  ask: Ask,
  { desk, interaction, locale, person, signal, onGone }: PromptParts,
): Promise<void> {
  const text = messages(locale);
  const by = { surface: label.key, who: person };
  const output = process.stderr;
  const draft = openDraft(desk, ask.id, { surface: by.surface, person });
  const saving = createQueue();
  let savesUnderWay = 0;
  let following: Following | undefined;
  let typed = "";
  const isFromHere = await settledFromHere();
  await saving.idle();
  const settled = await desk.load(ask.id);
  if (!isSettled(settled)) return;
  await draft.clear();
  const width = (output.columns || 80) - 1;
  const place = (surface: string) => placeIn(surface, locale);
  output.write(`${summaryLine(settled, text, { isFromHere, width, placeIn: place })}\n`);
  // Somebody else was faster: the words stay on the screen, where they can be copied.
  if (!isFromHere && typed !== "") output.write(`${text.summary.typed}\n${safeText(typed)}\n`);

  async function settledFromHere(): Promise<boolean> {
    const { decision, form } = await decide();
    typed = typedWords(form, ask);
    if (decision.kind === "gone" && !signal.aborted) {
      onGone?.();
      await aborted(signal);
    }
    try {
      // The form has asked for a second key before it submits what destroys.
      if (decision.kind === "reply")
        await desk.answer(ask.id, decision.reply, { ...by, confirmed: true });
      if (decision.kind === "cancel") await desk.reject(ask.id, decision, by);
      return decision.kind !== "gone";
    } catch (error) {
      if (error instanceof AlreadySettled) return false;
      throw error;
    }
  }

  async function decide(): Promise<Prompted> {
    const start = openPrompt(ask, await interaction.load(), await draft.load());
    const isPlain = wantsPlain(process.env);
    return inlinePrompt({
      start,
      text,
      input: process.stdin,
      output,
      isPlain,
      draft,
      signal,
      millisecondsLeft: desk.millisecondsLeft,
      save,
      follow,
    });
  }

  /** One after the other, so that the last step of a setting is the one that is kept. */
  async function save(change: InteractionChange) {
    savesUnderWay += 1;
    try {
      await saving(async () => {
        await interaction.save(change);
        const { timeoutSeconds } = change;
        if (typeof timeoutSeconds === "number") await desk.extend(ask.id, timeoutSeconds);
      });
    } finally {
      savesUnderWay -= 1;
      following?.look();
    }
  }

  /** While the person's own steps are being saved, the file is behind what they see. */
  function follow(listener: (now: Changes) => void): () => void {
    following = followChanges(ask.id, { desk, interaction }, (now) => {
      if (savesUnderWay === 0) listener(now);
    });
    return following.close;
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) =>
    signal.addEventListener("abort", () => resolve(), { once: true }),
  );
}
