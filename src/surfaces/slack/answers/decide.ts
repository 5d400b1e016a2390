/** What a click, a window and a typed reply have in common: what was meant is kept in the form or decided at the desk. */
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import {
  AlreadySettled,
  AskNotFound,
  InvalidAskId,
  InvalidReply,
} from "../../../core/ask/errors.ts";
import type { FormState } from "../../../core/ask/form.ts";
import { createKeyedQueue } from "../../../core/queue.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { Cards } from "../cards/cards.ts";
import type { EphemeralReplies, Recipient } from "../cards/ephemeral-reply.ts";
import type { Forms } from "../cards/form-state.ts";
import type { People } from "../cards/people.ts";
import { verdictOn } from "../render/settled.ts";
import { escaped } from "../render/text.ts";

export interface Decide {
  /**
   * One after the other for each ask; whatever goes wrong, the person is told and nothing is answered. `words` are what
   * they typed, should it be in vain.
   */
  inOrder(
    askId: string,
    recipient: Recipient,
    work: (ask: Ask) => Promise<void>,
    words?: string,
  ): Promise<void>;
  keepForm(ask: Ask, state: FormState): Promise<void>;
  /** With what the form submitted. */
  answer(ask: Ask, form: FormState, recipient: Recipient): Promise<void>;
  cancel(ask: Ask, recipient: Recipient): Promise<void>;
  /** Says how it ended, and brings the card up to date, should it be one that was missed. */
  tellSettled(ask: Ask, recipient: Recipient, words?: string): Promise<void>;
}

export interface DecideParts {
  desk: Desk;
  forms: Forms;
  cards: Cards;
  people: People;
  ephemeral: EphemeralReplies;
  onWarning: (message: string) => void;
}

export function createDecide({
  desk,
  forms,
  cards,
  people,
  ephemeral,
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
      if (error instanceof AlreadySettled) return tellSettled(error.ask, recipient, words);
      if (error instanceof AskNotFound || error instanceof InvalidAskId)
        return tell(recipient, recipient.text.gone, words);
      if (error instanceof InvalidReply) return tell(recipient, escaped(error.message), words);
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

  async function answer(ask: Ask, { submitted }: FormState, recipient: Recipient) {
    if (submitted === null) return tell(recipient, recipient.text.outOfDate);
    await desk.answer(ask.id, submitted, await deciderOf(recipient));
  }

  async function cancel(ask: Ask, recipient: Recipient) {
    await desk.reject(ask.id, { kind: "cancel" }, await deciderOf(recipient));
  }

  async function tellSettled(ask: Ask, recipient: Recipient, words?: string) {
    if (!isSettled(ask)) return;
    void cards.refresh(ask).catch(() => undefined);
    await tell(recipient, verdictOn(ask, recipient.text), words);
  }

  async function deciderOf({ userId }: Recipient) {
    const { name } = await people.of(userId);
    return { surface: "slack", who: name };
  }
}
