/**
 * Clicks on a card: each is looked up among the moves of its ask, then applied to the form or the
 * ask.
 */
import type { webApi } from "@slack/bolt";
import { type Ask, isSettled, type SettledAsk } from "../../../core/ask/ask.ts";
import { type FormState, isAnswered, openForm, reduceForm } from "../../../core/ask/form.ts";
import { jsonIn } from "../../../core/json.ts";
import type { Cards } from "../cards/cards.ts";
import type { EphemeralReplies, Recipient } from "../cards/ephemeral-reply.ts";
import type { Forms } from "../cards/form-state.ts";
import type { People } from "../cards/people.ts";
import { customInputModal } from "../render/modal.ts";
import { ButtonValue, isSingle, type Move, movesOf } from "../render/names.ts";
import { wayInWords } from "../render/way-in-words.ts";
import type { Confirmations } from "./confirm-words.ts";
import type { Decide } from "./decide.ts";
import { changedBy, optionIn } from "./form-moves.ts";

export interface Click {
  userId: string;
  actionId: string;
  /** The value of the button or of the list entry. */
  value: string;
  triggerId: string;
  channel: string | undefined;
  ts: string | undefined;
  threadTs: string | undefined;
  /** Replaces a message that only this person sees, or removes it. Never rejects. */
  replace(words: string | null): Promise<void>;
}

export interface ClicksParts {
  client: webApi.WebClient;
  forms: Forms;
  cards: Cards;
  people: People;
  /** The ask as last seen. */
  known: (id: string) => Ask | undefined;
  decide: Decide;
  confirmations: Confirmations;
  ephemeral: EphemeralReplies;
  onWarning: (message: string) => void;
}

export function createClicks(parts: ClicksParts): { click(click: Click): Promise<void> } {
  const { client, forms, cards, people, known, decide, confirmations, ephemeral, onWarning } =
    parts;
  const { tell } = ephemeral;
  return { click };

  async function click(given: Click): Promise<void> {
    const recipient = await ephemeral.recipientOf(given);
    if (confirmations.isOurs(given.actionId)) return confirmations.click(given, recipient);
    const value = ButtonValue.safeParse(jsonIn(given.value)).data;
    // A window must open within three seconds, so use the ask as last seen instead of loading it.
    const heard = value && known(value.sessionKey);
    if (!(await people.isAllowed(given.userId, heard)))
      return tell(recipient, recipient.text.notAllowed(given.userId));
    if (value === undefined) return tell(recipient, recipient.text.outOfDate);
    const move = heard && movesOf(heard).get(given.actionId);
    if (heard !== undefined && !isSettled(heard) && move?.kind === "custom")
      return openModal(heard, move.questionIndex, given, recipient);
    await decide.inOrder(value.sessionKey, recipient, async (ask) => {
      if (given.channel !== undefined && given.ts !== undefined)
        await cards.adopt(ask, given.channel, given.ts, given.actionId);
      const meant = movesOf(ask).get(given.actionId);
      if (isSettled(ask)) {
        const isSame = meant !== undefined && isDecided(ask, meant, value);
        return decide.tellSettled(ask, recipient, { isSame });
      }
      if (meant === undefined) return tell(recipient, recipient.text.outOfDate);
      if (meant.kind === "custom") return openModal(ask, meant.questionIndex, given, recipient);
      await make(ask, meant, value, recipient);
    });
  }

  async function openModal(
    ask: Ask,
    questionIndex: number,
    { triggerId, userId, channel }: Click,
    recipient: Recipient,
  ) {
    const { locale } = await people.of(userId);
    try {
      await client.views.open({
        trigger_id: triggerId,
        view: customInputModal(ask, questionIndex, locale, channel),
      });
    } catch (error) {
      onWarning(`The window could not be opened: ${(error as Error).message}`);
      await tell(recipient, recipient.text.inWords[wayInWords(ask)]);
    }
  }

  async function make(
    ask: Ask,
    move: Move,
    value: ButtonValue,
    recipient: Recipient,
  ): Promise<void> {
    if (move.kind === "cancel") return decide.cancel(ask, recipient);
    if (isSingle(ask)) return pickSingle(ask, move, value, recipient);
    const { state, hasExpired } = forms.open(ask);
    if (hasExpired) await tell(recipient, recipient.text.formExpired);
    if (move.kind === "submit")
      return hasExpired
        ? decide.keepForm(ask, state)
        : submit(ask, state, recipient, value.confirmed === true);
    const changed = changedBy(ask, state, move, value);
    if (changed.refusal !== null)
      return tell(recipient, recipient.text.refusal(changed.refusal.refusal));
    await decide.keepForm(ask, changed);
  }

  async function pickSingle(ask: Ask, move: Move, value: ButtonValue, recipient: Recipient) {
    const optionId = optionIn(ask, move, value);
    if (optionId === undefined) return tell(recipient, recipient.text.outOfDate);
    const form = reduceForm(openForm(ask.questions, { autoSubmit: true }), {
      type: "pick",
      optionId,
    });
    // An entry of a list has no room to say so; the list itself asks before it sends one.
    const isConfirmed = value.confirmed === true || move.kind === "chooseListed";
    await decide.answer(ask, form, recipient, isConfirmed);
  }

  async function submit(ask: Ask, state: FormState, recipient: Recipient, isConfirmed: boolean) {
    const form = reduceForm(state, { type: "submit" });
    if (form.submitted !== null) return decide.answer(ask, form, recipient, isConfirmed);
    const open = ask.questions.flatMap((_, index) => (isAnswered(state, index) ? [] : [index + 1]));
    await tell(recipient, recipient.text.missing(open.join(", ")));
  }
}

/** Whether the click says what was decided: of a form only its submit, or a no to all of it. */
function isDecided(ask: SettledAsk, move: Move, value: ButtonValue): boolean {
  const { outcome } = ask;
  if (move.kind === "cancel") return outcome.status === "rejected";
  if (outcome.status !== "completed") return false;
  if (!isSingle(ask)) return move.kind === "submit";
  const optionId = optionIn(ask, move, value);
  return optionId !== undefined && outcome.reply.answers[0]?.optionIds.includes(optionId) === true;
}
