/** Answers that people type: into the window of a question, or as a reply in the thread of a card. */
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import { type FormState, isAnswered, progress, reduceForm } from "../../../core/ask/form.ts";
import type { Ear, Whisper } from "../cards/ephemeral-reply.ts";
import type { Forms } from "../cards/form-state.ts";
import type { People } from "../cards/people.ts";
import { ModalKey } from "../render/modal.ts";
import { isSingle, questionId } from "../render/names.ts";
import { cutMarkup, line } from "../render/text.ts";
import { jsonIn } from "../transport/incoming-json.ts";
import type { Deciding } from "./decide.ts";
import { isComplete, withWords } from "./form-moves.ts";
import { readTyped } from "./typed-reply.ts";

export interface TypedAnswers {
  /** `metadata` is what the window carried. */
  submitModal(userId: string, metadata: string, words: string): Promise<void>;
  /** A reply in the thread of a card. */
  typed(askId: string, userId: string, words: string, at: { channel: string; threadTs: string }): Promise<void>;
}

export interface TypedAnswersParts {
  forms: Forms;
  people: People;
  deciding: Deciding;
  whisper: Whisper;
}

export function createTypedAnswers({ forms, people, deciding, whisper }: TypedAnswersParts): TypedAnswers {
  const { tell } = whisper;
  return { submitModal, typed };

  async function submitModal(userId: string, metadata: string, words: string): Promise<void> {
    const key = ModalKey.safeParse(jsonIn(metadata)).data;
    const ear = await whisper.earOf({ userId, channel: key?.channel });
    if (!people.isAllowed(userId)) return tell(ear, ear.text.notAllowed(userId));
    if (key === undefined) return tell(ear, ear.text.outOfDate);
    await deciding.inOrder(key.sessionKey, ear, (ask) => takeModal(ask, key, words, ear), words);
  }

  async function takeModal(ask: Ask, key: ModalKey, words: string, ear: Ear) {
    if (isSettled(ask)) return deciding.tellSettled(ask, ear, words);
    const index = ask.questions.findIndex((_, at) => questionId(at) === key.questionId);
    const { state, hasExpired } = forms.open(ask);
    if (hasExpired) await tell(ear, ear.text.formExpired);
    const filled = withWords(ask, state, index, words);
    if (filled.refusal !== null) return tell(ear, ear.text.refusal(filled.refusal.refusal));
    // With the last answer typed, nothing is left to be asked: the specification has it sent.
    const isLast = !isAnswered(state, index) && isComplete(filled);
    if (isSingle(ask) || isLast) return send(ask, filled, ear);
    await deciding.keepForm(ask, filled);
  }

  async function typed(askId: string, userId: string, words: string, at: { channel: string; threadTs: string }) {
    const ear = await whisper.earOf({ userId, ...at });
    if (!people.isAllowed(userId)) return tell(ear, ear.text.notAllowed(userId));
    await deciding.inOrder(askId, ear, (ask) => takeReply(ask, words, ear));
  }

  async function takeReply(ask: Ask, words: string, ear: Ear) {
    if (isSettled(ask)) return deciding.tellSettled(ask, ear);
    const { state, hasExpired } = forms.open(ask);
    if (hasExpired) await tell(ear, ear.text.formExpired);
    const read = readTyped(state, words);
    switch (read.kind) {
      case "cancel":
        return deciding.cancel(ask, ear);
      case "ambiguous": {
        const labels = read.candidates.map(({ label }) => cutMarkup(line(label), 75));
        return tell(ear, ear.text.ambiguous(labels.join(", ")));
      }
      case "refused":
        return tell(ear, ear.text.refusal(read.refusal));
      case "unclear":
        return tell(ear, ear.text.unclear);
      case "filled":
        return takeFilled(ask, read.form, ear);
    }
  }

  async function takeFilled(ask: Ask, form: FormState, ear: Ear) {
    if (isComplete(form)) return send(ask, form, ear);
    const { answered, total } = progress(form);
    await deciding.keepForm(ask, form);
    await tell(ear, ear.text.noted(answered, total));
  }

  function send(ask: Ask, form: FormState, ear: Ear) {
    return deciding.answer(ask, reduceForm(form, { type: "submit" }), ear);
  }
}
