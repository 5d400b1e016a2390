/** What an agent wants to know now: its question, the ask it is, and how far this person has answered it by voice. */
import { localizedDialog } from "../../../agents/dialogs/localized-dialog.ts";
import type { Agent, Turn } from "../../../core/agent/agent.ts";
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
  /** Filled with what this person already said. */
  form: FormState;
  /** The question to answer now. */
  index: number;
}

export interface OpenQuestion {
  turn: Turn | null;
  ask: OpenAsk | null;
}

/** Whose answers so far, and in which language. */
export type Listener = Pick<Call, "who" | "say">;

export interface OpenQuestions {
  /** Of an agent that waits: its newest open question, or the one with that ask. */
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
    const ask = await load(turn.askId, listener).catch((error: unknown) => {
      // The dialog may outlive the ask: then it is a question for the terminal, unless that very ask was meant.
      if (askId === undefined && error instanceof AlreadySettled && !isDecided(error.ask.outcome))
        return null;
      throw error;
    });
    return { turn, ask };
  }

  async function load(askId: string, { who, say }: Listener): Promise<OpenAsk> {
    const ask = await desk.load(askId);
    if (isSettled(ask)) throw new AlreadySettled(ask);
    const form = restoreForm(
      questionsIn(ask, say.locale),
      await desk.drafts.load(askId, draftKey(who)),
    );
    return { ask, form, index: currentIndex(form) };
  }
}

/** The ask may be settled, or not be there yet, while the turn is still open; then it is a question without an ask. */
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

/** An agent's own dialog in the listener's language; what agents ask in their own words stays as it is. */
function questionsIn(
  { questions, returnPath, presentation }: Ask,
  locale: Locale,
): readonly Question[] {
  if (returnPath !== "hook") return questions;
  const dangers = presentation?.risk?.reasons ?? [];
  return questions.map((one) =>
    consentIn(one) === null ? one : localizedDialog(one, locale, dangers),
  );
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

/** With the number they have in the question, whichever of them are wanted. */
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
