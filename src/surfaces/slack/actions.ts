/** What people do to cards: clicks, typed windows and typed replies. Each has its effect once, however often it comes. */
import type { webApi } from "@slack/bolt";
import { createQueue } from "../../agents/channels/queue.ts";
import type { Reply } from "../../core/answer.ts";
import { type Ask, isSettled } from "../../core/ask.ts";
import { AlreadySettled, AskNotFound, InvalidAskId, InvalidReply } from "../../core/errors.ts";
import { type FormState, isAnswered, openForm, progress, reduceForm } from "../../core/form.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Cards } from "./cards.ts";
import type { Forms } from "./form-state.ts";
import { type Messages, messages } from "./messages.ts";
import type { People } from "./people.ts";
import { customInputModal, ModalKey } from "./render/modal.ts";
import { ButtonValue, isSingle, type Move, movesOf, optionNamed, questionId } from "./render/names.ts";
import { verdictOn } from "./render/settled.ts";
import { cutMarkup, escaped, line } from "./render/text.ts";
import { fillIn, readTyped } from "./typed-reply.ts";

export interface Click {
  userId: string;
  actionId: string;
  /** What the button, or the entry in the list, carried. */
  value: string;
  triggerId: string;
  channel: string | undefined;
  ts: string | undefined;
  threadTs: string | undefined;
}

export interface Actions {
  click(click: Click): Promise<void>;
  submitModal(userId: string, metadata: string, typed: string): Promise<void>;
  /** A reply in the thread of a card. */
  typed(askId: string, userId: string, words: string, at: { channel: string; threadTs: string }): Promise<void>;
}

export interface ActionsParts {
  client: webApi.WebClient;
  desk: Desk;
  forms: Forms;
  cards: Cards;
  people: People;
  known: (id: string) => Ask | undefined;
  onWarning: (message: string) => void;
}

/** Where a person is told something that is for them alone. */
interface Ear {
  userId: string;
  channel: string | undefined;
  threadTs?: string | undefined;
  text: Messages;
}

export function createActions(parts: ActionsParts): Actions {
  const { client, desk, forms, cards, people, known, onWarning } = parts;
  const queue = createQueue(0);
  return { click, submitModal, typed };

  async function click(given: Click): Promise<void> {
    const ear = await earOf(given);
    if (!people.isAllowed(given.userId)) return tell(ear, ear.text.notAllowed(given.userId));
    const value = ButtonValue.safeParse(jsonIn(given.value)).data;
    if (value === undefined) return tell(ear, ear.text.outOfDate);
    // A window must open within three seconds, so the ask as last heard of is good enough for it.
    const heard = known(value.sessionKey);
    const move = heard && movesOf(heard).get(given.actionId);
    if (heard !== undefined && !isSettled(heard) && move?.kind === "custom")
      return openModal(heard, move.questionIndex, given, ear);
    await inOrder(value.sessionKey, ear, async () => {
      const ask = await desk.load(value.sessionKey);
      if (given.channel !== undefined && given.ts !== undefined) await cards.adopt(ask, given.channel, given.ts);
      if (isSettled(ask)) return tellSettled(ask, ear);
      const meant = movesOf(ask).get(given.actionId);
      if (meant === undefined) return tell(ear, ear.text.outOfDate);
      if (meant.kind === "custom") return openModal(ask, meant.questionIndex, given, ear);
      await make(ask, meant, value, ear);
    });
  }

  async function openModal(ask: Ask, questionIndex: number, { triggerId, userId, channel }: Click, ear: Ear) {
    const { locale } = await people.of(userId);
    try {
      await client.views.open({ trigger_id: triggerId, view: customInputModal(ask, questionIndex, locale, channel) });
    } catch (error) {
      onWarning(`The window could not be opened: ${(error as Error).message}`);
      await tell(ear, ear.text.fallbackOne);
    }
  }

  async function make(ask: Ask, move: Move, value: ButtonValue, ear: Ear): Promise<void> {
    if (move.kind === "cancel") {
      await desk.reject(ask.id, { kind: "cancel" }, await deciderOf(ear));
      return;
    }
    if (isSingle(ask)) return pickSingle(ask, move, value, ear);
    const { state, hasExpired } = forms.open(ask);
    if (hasExpired) await tell(ear, ear.text.formExpired);
    if (move.kind === "submit") return hasExpired ? keepForm(ask, state) : submit(ask, state, ear);
    const changed = changedBy(ask, state, move, value);
    if (changed.refusal !== null) return tell(ear, ear.text.refusal(changed.refusal.refusal));
    await keepForm(ask, changed);
  }

  async function pickSingle(ask: Ask, move: Move, value: ButtonValue, ear: Ear) {
    const optionId = optionIn(ask, move, value);
    if (optionId === undefined) return tell(ear, ear.text.outOfDate);
    const form = reduceForm(openForm(ask.questions, { autoSubmit: true }), { type: "pick", optionId });
    await answer(ask, form, ear);
  }

  function changedBy(ask: Ask, state: FormState, move: Move, value: ButtonValue): FormState {
    switch (move.kind) {
      case "reset":
        return reduceForm(state, { type: "reset" });
      case "change":
        return reduceForm(state, { type: "clear", questionIndex: move.questionIndex });
      case "choose":
      case "chooseListed":
        return chosen(ask, state, move.questionIndex, optionIn(ask, move, value) ?? "");
      case "drop":
        return dropped(state, move.questionIndex, move.optionId);
      default:
        return state;
    }
  }

  /** A question with one answer has either an option or the person's own words, like the buttons that offer them. */
  function chosen(ask: Ask, state: FormState, questionIndex: number, optionId: string): FormState {
    const takesOne = (ask.questions[questionIndex]?.maxSelections ?? 1) <= 1;
    const before = takesOne ? reduceForm(state, { type: "clear", questionIndex }) : state;
    return reduceForm(before, { type: "pick", questionIndex, optionId });
  }

  function optionIn(ask: Ask, move: Move, { choiceId = "" }: ButtonValue): string | undefined {
    if (move.kind === "choose") return move.optionId;
    if (move.kind !== "chooseListed") return undefined;
    const question = ask.questions[move.questionIndex];
    return question && optionNamed(question, choiceId)?.id;
  }

  async function keepForm(ask: Ask, state: FormState) {
    await forms.save(ask, state);
    void cards.refresh(ask).catch((error: Error) => onWarning(`A card lags behind: ${error.message}`));
  }

  async function submit(ask: Ask, state: FormState, ear: Ear) {
    const form = reduceForm(state, { type: "submit" });
    if (form.submitted === null) {
      const open = ask.questions.flatMap((_, index) => (isAnswered(state, index) ? [] : [index + 1]));
      return tell(ear, ear.text.missing(open.join(", ")));
    }
    await answer(ask, form, ear);
  }

  async function answer(ask: Ask, { submitted }: FormState, ear: Ear) {
    if (submitted === null) return tell(ear, ear.text.outOfDate);
    await settleWith(ask, submitted, ear);
  }

  async function settleWith(ask: Ask, reply: Reply, ear: Ear) {
    await desk.answer(ask.id, reply, await deciderOf(ear));
  }

  async function submitModal(userId: string, metadata: string, words: string): Promise<void> {
    const key = ModalKey.safeParse(jsonIn(metadata)).data;
    const ear = await earOf({ userId, channel: key?.channel });
    if (!people.isAllowed(userId)) return tell(ear, ear.text.notAllowed(userId));
    if (key === undefined) return tell(ear, ear.text.outOfDate);
    await inOrder(
      key.sessionKey,
      ear,
      async () => {
        const ask = await desk.load(key.sessionKey);
        if (isSettled(ask)) return tellSettled(ask, ear, words);
        const index = ask.questions.findIndex((_, at) => questionId(at) === key.questionId);
        const { state, hasExpired } = forms.open(ask);
        if (hasExpired) await tell(ear, ear.text.formExpired);
        const filled = withWords(ask, state, index, words);
        if (filled.refusal !== null) return tell(ear, ear.text.refusal(filled.refusal.refusal));
        // With the last answer typed, nothing is left to be asked: the specification has it sent.
        const isLast = !isAnswered(state, index) && isComplete(filled);
        if (isSingle(ask) || isLast) return answer(ask, reduceForm(filled, { type: "submit" }), ear);
        await keepForm(ask, filled);
      },
      words,
    );
  }

  function withWords(ask: Ask, state: FormState, questionIndex: number, text: string): FormState {
    const takesOne = (ask.questions[questionIndex]?.maxSelections ?? 0) <= 1;
    if (takesOne) return fillIn(state, questionIndex, { optionIds: [], customText: text });
    return reduceForm(state, { type: "type", questionIndex, text });
  }

  async function typed(askId: string, userId: string, words: string, at: { channel: string; threadTs: string }) {
    const ear = await earOf({ userId, ...at });
    if (!people.isAllowed(userId)) return tell(ear, ear.text.notAllowed(userId));
    await inOrder(askId, ear, async () => {
      const ask = await desk.load(askId);
      if (isSettled(ask)) return tellSettled(ask, ear);
      const { state, hasExpired } = forms.open(ask);
      if (hasExpired) await tell(ear, ear.text.formExpired);
      const read = readTyped(state, words);
      switch (read.kind) {
        case "cancel":
          await desk.reject(ask.id, { kind: "cancel" }, await deciderOf(ear));
          return;
        case "ambiguous":
          return tell(
            ear,
            ear.text.ambiguous(read.candidates.map(({ label }) => cutMarkup(line(label), 75)).join(", ")),
          );
        case "refused":
          return tell(ear, ear.text.refusal(read.refusal));
        case "unclear":
          return tell(ear, ear.text.unclear);
        case "filled":
          return takeTyped(ask, read.form, ear);
      }
    });
  }

  async function takeTyped(ask: Ask, form: FormState, ear: Ear) {
    if (isComplete(form)) return answer(ask, reduceForm(form, { type: "submit" }), ear);
    const { answered, total } = progress(form);
    await keepForm(ask, form);
    await tell(ear, ear.text.noted(answered, total));
  }

  /** One after the other for each ask; whatever goes wrong, the person is told and nothing is answered. */
  async function inOrder(askId: string, ear: Ear, work: () => Promise<void>, words?: string): Promise<void> {
    try {
      await queue.take(askId, undefined, work);
    } catch (error) {
      if (error instanceof AlreadySettled) return tellSettled(error.ask, ear, words);
      if (error instanceof AskNotFound || error instanceof InvalidAskId) return tell(ear, ear.text.gone, words);
      if (error instanceof InvalidReply) return tell(ear, escaped(error.message), words);
      onWarning(`An answer from Slack could not be taken: ${(error as Error).message}`);
      await tell(ear, ear.text.notSaved, words);
    }
  }

  /** Also brings the card up to date, should it be one that was missed. */
  async function tellSettled(ask: Ask, ear: Ear, words?: string) {
    if (!isSettled(ask)) return;
    void cards.refresh(ask).catch(() => undefined);
    await tell(ear, verdictOn(ask, ear.text), words);
  }

  async function tell({ userId, channel, threadTs, text }: Ear, words: string, lost?: string): Promise<void> {
    const kept = lost === undefined ? "" : `\n${text.keptText(cutMarkup(lost, 2_000))}`;
    const whole = `${words}${kept}`;
    try {
      if (channel === undefined) await client.chat.postMessage({ channel: userId, text: whole });
      else {
        await client.chat.postEphemeral({
          channel,
          user: userId,
          text: whole,
          ...(threadTs && { thread_ts: threadTs }),
        });
      }
    } catch (error) {
      onWarning(`A word to ${userId} did not arrive: ${(error as Error).message}`);
    }
  }

  async function earOf({ userId, channel, threadTs }: Omit<Ear, "text">): Promise<Ear> {
    const { locale } = await people.of(userId);
    return { userId, channel, threadTs, text: messages(locale) };
  }

  async function deciderOf({ userId }: Ear) {
    const { name } = await people.of(userId);
    return { surface: "slack", who: name };
  }
}

function isComplete(form: FormState): boolean {
  return form.questions.every((_, index) => isAnswered(form, index));
}

function dropped(state: FormState, questionIndex: number, optionId: string): FormState {
  const isChosen =
    state.entries[questionIndex]?.chosenIds?.includes(optionId) ?? isPreselected(state, questionIndex, optionId);
  return isChosen ? reduceForm(state, { type: "toggle", questionIndex, optionId }) : state;
}

function isPreselected({ questions }: FormState, index: number, optionId: string): boolean {
  return questions[index]?.defaultOptionIds.includes(optionId) ?? false;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
