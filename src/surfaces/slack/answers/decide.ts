/**
 * What clicks, windows and typed replies share: they keep an answer in the form or settle the ask
 * at the desk.
 */
import { type Ask, isSettled, type SettledAsk } from "../../../core/ask/ask.ts";
import { allowsSomething, needsConfirmation } from "../../../core/ask/consent.ts";
import {
  AlreadySettled,
  AskNotFound,
  InvalidAskId,
  InvalidReply,
} from "../../../core/ask/errors.ts";
import type { FormState } from "../../../core/ask/form.ts";
import { SpokenError } from "../../../core/ask/spoken-error.ts";
import { createKeyedQueue } from "../../../core/queue.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { Cards } from "../cards/cards.ts";
import type { EphemeralReplies, Recipient } from "../cards/ephemeral-reply.ts";
import type { Forms } from "../cards/form-state.ts";
import type { People } from "../cards/people.ts";
import { hindranceInWords } from "../render/hindrance.ts";
import { verdictOn } from "../render/settled.ts";
import { escaped } from "../render/text.ts";
import { talkWords } from "./talk-words.ts";

export interface Decide {
  /**
   * Runs work on one ask in order. On any error nothing is answered and the person is told; `words`
   * are given back to them if what they typed could not be used.
   */
  inOrder(
    askId: string,
    recipient: Recipient,
    work: (ask: Ask) => Promise<void>,
    words?: string,
  ): Promise<void>;
  keepForm(ask: Ask, state: FormState): Promise<void>;
  /**
   * Settles the ask with what the form submitted. `isConfirmed`: Slack asked the person once more.
   */
  answer(ask: Ask, form: FormState, recipient: Recipient, isConfirmed?: boolean): Promise<void>;
  cancel(ask: Ask, recipient: Recipient): Promise<void>;
  /**
   * Tells the person how the ask ended, and updates its card if that was missed. Who decided it
   * themselves knows; they are told only if they now want something else.
   */
  tellSettled(ask: Ask, recipient: Recipient, late?: Late): Promise<void>;
}

/** What came too late. */
export interface Late {
  /** Typed words, which the person gets back. */
  words?: string | undefined;
  /** It is what was decided, as the second click of a double click. */
  isSame?: boolean;
}

export interface DecideParts {
  desk: Desk;
  forms: Forms;
  cards: Cards;
  people: People;
  ephemeral: EphemeralReplies;
  /** The address of an ask's page, without a code; null if there is none to give. */
  pageOf: (ask: Ask) => string | null;
  onWarning: (message: string) => void;
}

export function createDecide({
  desk,
  forms,
  cards,
  people,
  ephemeral,
  pageOf,
  onWarning,
}: DecideParts): Decide {
  const { tell } = ephemeral;
  const queue = createKeyedQueue();
  return { inOrder, keepForm, answer, cancel, tellSettled };

  async function inOrder(
    askId: string,
    recipient: Recipient,
    work: (ask: Ask) => Promise<void>,
    words?: string,
  ): Promise<void> {
    try {
      await queue(askId, async () => work(await desk.load(askId)));
    } catch (error) {
      if (error instanceof AlreadySettled) return tellSettled(error.ask, recipient, { words });
      if (error instanceof AskNotFound || error instanceof InvalidAskId)
        return tell(recipient, recipient.text.gone, words);
      if (error instanceof InvalidReply) return tell(recipient, escaped(error.message), words);
      if (error instanceof SpokenError) {
        const { message, suggestion } = error.words[recipient.text.locale];
        return tell(recipient, `${message} ${suggestion}`, words);
      }
      onWarning(`An answer from Slack could not be taken: ${(error as Error).message}`);
      await tell(recipient, recipient.text.notSaved, words);
    }
  }

  async function keepForm(ask: Ask, state: FormState) {
    await forms.save(ask, state);
    void cards
      .refresh(ask)
      .catch((error: Error) => onWarning(`A card lags behind: ${error.message}`));
  }

  async function answer(
    ask: Ask,
    { submitted }: FormState,
    recipient: Recipient,
    isConfirmed = false,
  ) {
    if (submitted === null) return tell(recipient, recipient.text.outOfDate);
    // The card had no such button, so the click is not one of ours.
    const hindrance = hindranceInWords(ask, recipient.text, pageOf(ask));
    if (allowsSomething(submitted) && hindrance !== null) return tell(recipient, hindrance);
    if (!isConfirmed && needsConfirmation(ask, submitted))
      return tell(recipient, recipient.text.askTwice(ask.id.slice(0, 8), pageOf(ask)));
    const by = await deciderOf(ask, recipient);
    await desk.answer(ask.id, submitted, { ...by, confirmed: isConfirmed });
  }

  async function cancel(ask: Ask, recipient: Recipient) {
    await desk.reject(ask.id, { kind: "cancel" }, await deciderOf(ask, recipient));
  }

  async function tellSettled(ask: Ask, recipient: Recipient, { words, isSame }: Late = {}) {
    if (!isSettled(ask)) return;
    void cards.refresh(ask).catch(() => undefined);
    if (!isDecider(ask, recipient)) return tell(recipient, verdictOn(ask, recipient.text), words);
    if (!isSame) await tell(recipient, talkWords(recipient.text.locale).alreadyYours, words);
  }

  /** The name keeps it from a person who pressed a button after somebody else had decided. */
  function isDecider({ id, outcome }: SettledAsk, { userId }: Recipient): boolean {
    const { decider } = forms.get(id) ?? {};
    const { surface, who } = outcome.provenance;
    return surface === "slack" && decider?.userId === userId && decider.who === who;
  }

  /** Noted before the desk knows, because what becomes of the decision may come at once. */
  async function deciderOf({ id }: Ask, { userId }: Recipient) {
    const { name: who } = await people.of(userId);
    await forms.change(id, (form) => ({ ...form, decider: { userId, who, isTold: false } }));
    return { surface: "slack", who };
  }
}
