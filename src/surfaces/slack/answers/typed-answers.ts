/** Answers that people type into a question's window, or as a reply in a card's thread. */
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import { type FormState, isAnswered, progress, reduceForm } from "../../../core/ask/form.ts";
import { jsonIn } from "../../../core/json.ts";
import type { EphemeralReplies, Recipient } from "../cards/ephemeral-reply.ts";
import type { Forms } from "../cards/form-state.ts";
import type { People } from "../cards/people.ts";
import { ModalKey } from "../render/modal.ts";
import { isSingle, questionId } from "../render/names.ts";
import { cutMarkup, line } from "../render/text.ts";
import type { Decide } from "./decide.ts";
import { isComplete, withWords } from "./form-moves.ts";
import { readTyped } from "./typed-reply.ts";

export interface TypedAnswers {
  /** `metadata` is the window's `private_metadata`. */
  submitModal(userId: string, metadata: string, words: string): Promise<void>;
  /** A reply in the thread of a card. */
  typed(
    askId: string,
    userId: string,
    words: string,
    at: { channel: string; threadTs: string },
  ): Promise<void>;
}

export interface TypedAnswersParts {
  forms: Forms;
  people: People;
  decide: Decide;
  ephemeral: EphemeralReplies;
}

export function createTypedAnswers({
  forms,
  people,
  decide,
  ephemeral,
}: TypedAnswersParts): TypedAnswers {
  const { tell } = ephemeral;
  return { submitModal, typed };

  async function submitModal(userId: string, metadata: string, words: string): Promise<void> {
    const key = ModalKey.safeParse(jsonIn(metadata)).data;
    const recipient = await ephemeral.recipientOf({ userId, channel: key?.channel });
    if (!(await people.isAllowed(userId)))
      return tell(recipient, recipient.text.notAllowed(userId));
    if (key === undefined) return tell(recipient, recipient.text.outOfDate);
    await decide.inOrder(
      key.sessionKey,
      recipient,
      (ask) => takeModal(ask, key, words, recipient),
      words,
    );
  }

  async function takeModal(ask: Ask, key: ModalKey, words: string, recipient: Recipient) {
    if (isSettled(ask)) return decide.tellSettled(ask, recipient, words);
    const index = ask.questions.findIndex((_, at) => questionId(at) === key.questionId);
    const { state, hasExpired } = forms.open(ask);
    if (hasExpired) await tell(recipient, recipient.text.formExpired);
    const filled = withWords(ask, state, index, words);
    if (filled.refusal !== null)
      return tell(recipient, recipient.text.refusal(filled.refusal.refusal));
    // The specification sends the form as soon as its last open question is answered by typing.
    const isLast = !isAnswered(state, index) && isComplete(filled);
    if (isSingle(ask) || isLast) return send(ask, filled, recipient);
    await decide.keepForm(ask, filled);
  }

  async function typed(
    askId: string,
    userId: string,
    words: string,
    at: { channel: string; threadTs: string },
  ) {
    const recipient = await ephemeral.recipientOf({ userId, ...at });
    if (!(await people.isAllowed(userId)))
      return tell(recipient, recipient.text.notAllowed(userId));
    await decide.inOrder(askId, recipient, (ask) => takeReply(ask, words, recipient));
  }

  async function takeReply(ask: Ask, words: string, recipient: Recipient) {
    if (isSettled(ask)) return decide.tellSettled(ask, recipient);
    const { state, hasExpired } = forms.open(ask);
    if (hasExpired) await tell(recipient, recipient.text.formExpired);
    const read = readTyped(state, words);
    switch (read.kind) {
      case "cancel":
        return decide.cancel(ask, recipient);
      case "ambiguous": {
        const labels = read.candidates.map(({ label }) => cutMarkup(line(label), 75));
        return tell(recipient, recipient.text.ambiguous(labels.join(", ")));
      }
      case "refused":
        return tell(recipient, recipient.text.refusal(read.refusal));
      case "unclear":
        return tell(recipient, recipient.text.unclear);
      case "filled":
        return takeFilled(ask, read.form, recipient);
    }
  }

  async function takeFilled(ask: Ask, form: FormState, recipient: Recipient) {
    if (isComplete(form)) return send(ask, form, recipient);
    const { answered, total } = progress(form);
    await decide.keepForm(ask, form);
    await tell(recipient, recipient.text.noted(answered, total));
  }

  function send(ask: Ask, form: FormState, recipient: Recipient) {
    return decide.answer(ask, reduceForm(form, { type: "submit" }), recipient);
  }
}
