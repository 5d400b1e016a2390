/**
 * What an agent wants to know now: its question, the ask behind it, and this person's answers so
 * far.
 */
import { localizedDialog } from "../../../agents/dialogs/localized-dialog.ts";
import type { Agent, Turn } from "../../../core/agent/agent.ts";
import { alreadySettled } from "../../../core/ask/already-settled.ts";
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import { AlreadySettled, AskNotFound } from "../../../core/ask/errors.ts";
import { type FormState, isAnswered, restoreForm } from "../../../core/ask/form.ts";
import type { Option, Question } from "../../../core/ask/question.ts";
import { takesText } from "../../../core/ask/selection.ts";
import type { Locale } from "../../../core/locale.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { LogReads } from "../../../store/agent-log.ts";
import { isWaiting } from "../agents/roster.ts";
import type { Call } from "../calls/call.ts";
import { isDecided, VoiceProblem } from "../calls/voice-error.ts";
import { consentIn } from "../hearing/hear.ts";
import { spoken } from "../speech/speech.ts";
import type { VoiceOption, VoiceQuestion } from "../wire/wire.ts";

export interface OpenAsk {
  ask: Ask;
  /** Filled with this person's answers so far. */
  form: FormState;
  /** The question to answer now. */
  index: number;
}

export interface OpenQuestion {
  turn: Turn | null;
  ask: OpenAsk | null;
  /** The settled ask of a dialog that is still open, which shows it as it was. */
  outlived?: OpenAsk | undefined;
}

/** Whose answers to load, and in which language. */
export type Listener = Pick<Call, "who" | "say">;

export interface OpenQuestions {
  /** The newest open question of a waiting agent, or the one with the given ask. */
  of(agent: Agent, listener: Listener, askId?: string): Promise<OpenQuestion>;
  load(askId: string, listener: Listener): Promise<OpenAsk>;
}

export function createOpenQuestions({ desk, log }: { desk: Desk; log: LogReads }): OpenQuestions {
  return { of, load };

  async function of(agent: Agent, listener: Listener, askId?: string): Promise<OpenQuestion> {
    const turn =
      askId === undefined ? await log.openQuestion(agent.id) : await log.turnByAsk(askId);
    if (askId !== undefined && turn?.agentId !== agent.id) throw new VoiceProblem("question_gone");
    if (turn === null || turn.askId === null || !isWaiting(agent)) return { turn, ask: null };
    try {
      return { turn, ask: await load(turn.askId, listener) };
    } catch (error) {
      // The dialog may outlive the ask. Then only the terminal can answer it, unless the caller
      // meant this ask.
      if (askId === undefined && error instanceof AlreadySettled && !isDecided(error.ask.outcome))
        return { turn, ask: null, outlived: asShown(error.ask, listener) };
      throw error;
    }
  }

  async function load(askId: string, { who, say }: Listener): Promise<OpenAsk> {
    const ask = await desk.load(askId);
    if (isSettled(ask)) throw alreadySettled(ask);
    const form = restoreForm(
      questionsIn(ask, say.locale),
      await desk.drafts.load(askId, draftKey(who)),
    );
    return { ask, form, index: currentIndex(form) };
  }
}

function asShown(ask: Ask, { say }: Listener): OpenAsk | undefined {
  if (ask.returnPath !== "hook") return undefined;
  return { ask, form: restoreForm(questionsIn(ask, say.locale), null), index: 0 };
}

/**
 * The ask may be settled or not yet created while the turn is open; then the question has no ask.
 */
export async function pendingOrNull(
  opening: Promise<OpenQuestion>,
  fallback: Turn | null,
): Promise<OpenQuestion> {
  try {
    return await opening;
  } catch (error) {
    if (error instanceof AlreadySettled || error instanceof AskNotFound)
      return { turn: fallback, ask: null };
    throw error;
  }
}

/**
 * Translates an agent's own dialog for the listener; questions in the agent's own words stay as
 * they are.
 */
export function questionsIn(
  { questions, returnPath, presentation }: Ask,
  locale: Locale,
): readonly Question[] {
  if (returnPath !== "hook") return questions;
  const dangers = presentation?.risk?.reasons ?? [];
  return questions.map((one) =>
    consentIn(one) === null && !isOnlyShown(one) ? one : localizedDialog(one, locale, dangers),
  );
}

/** A dialog that only the agent's own terminal decides. */
function isOnlyShown({ options }: Question): boolean {
  return options.some(({ id }) => id === "in_terminal");
}

/** Whether a person can only leave it to the agent's own terminal, which is no answer. */
export function isTerminalOnly(question: Question): boolean {
  return isOnlyShown(question) && question.options.length === 1;
}

export function draftKey(who: string) {
  return { surface: "voice", person: who };
}

export function currentIndex(form: FormState): number {
  const open = form.questions.findIndex((_, index) => !isAnswered(form, index));
  return open === -1 ? form.index : open;
}

export function questionOnWire({ form }: OpenAsk, index: number): VoiceQuestion | null {
  const question = form.questions[index];
  if (question === undefined) return null;
  return {
    question_index: index,
    title: spoken(question.title),
    question_text: question.prompt,
    options: optionsOnWire(question, question.options),
    selection_mode: question.selectionMode,
    min_selections: question.minSelections,
    max_selections: question.maxSelections,
    accepts_text: takesText(question),
    is_answered: isAnswered(form, index),
  };
}

/** Each wanted option keeps its number in the question. */
export function optionsOnWire(
  { options }: Question,
  wanted: readonly Option[],
): VoiceOption[] | null {
  if (wanted.length === 0) return null;
  return wanted.map((option) => ({
    number: options.indexOf(option) + 1,
    option_id: option.id,
    label: spoken(option.label),
    description:
      option.description === undefined || option.description === "" ? null : option.description,
    recommended: option.recommended === true,
  }));
}
