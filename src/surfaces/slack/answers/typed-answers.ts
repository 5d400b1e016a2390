/** Answers that people type into a question's window, or as a reply in a card's thread. */
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import { isPermissionAsk } from "../../../core/ask/consent.ts";
import { type FormState, isAnswered, reduceForm } from "../../../core/ask/form.ts";
import { jsonIn } from "../../../core/json.ts";
import type { EphemeralReplies, Recipient } from "../cards/ephemeral-reply.ts";
import type { Forms } from "../cards/form-state.ts";
import type { People } from "../cards/people.ts";
import { ModalKey } from "../render/modal.ts";
import { isSingle, questionId } from "../render/names.ts";
import { titleIn } from "../render/title.ts";
import { type Confirmations, meaningOf } from "./confirm-words.ts";
import type { Decide } from "./decide.ts";
import { isComplete, withWords } from "./form-moves.ts";
import type { TakeReply } from "./take-reply.ts";
import { isNumber } from "./talk.ts";
import { talkWords } from "./talk-words.ts";
import { readTyped, type TypedReply } from "./typed-reply.ts";

export interface TypedAnswers {
  /** `metadata` is the window's `private_metadata`. */
  submitModal(userId: string, metadata: string, words: string): Promise<void>;
  /** A reply to a card. */
  typed(askId: string, reply: GivenReply): Promise<void>;
}

export interface GivenReply {
  userId: string;
  words: string;
  channel: string;
  threadTs: string | undefined;
  /** The same message always has the same key. */
  key: string;
  /**
   * `direct` where nobody else reads, `mention` where the app is mentioned, `thread` among other
   * people, `outside` of the question's thread.
   */
  said: "direct" | "mention" | "thread" | "outside";
}

export interface TypedAnswersParts {
  forms: Forms;
  people: People;
  decide: Decide;
  confirmations: Confirmations;
  ephemeral: EphemeralReplies;
  takeReply: TakeReply;
}

export function createTypedAnswers({
  forms,
  people,
  decide,
  confirmations,
  ephemeral,
  takeReply,
}: TypedAnswersParts): TypedAnswers {
  const { tell } = ephemeral;
  return { submitModal, typed };

  async function submitModal(userId: string, metadata: string, words: string): Promise<void> {
    const key = ModalKey.safeParse(jsonIn(metadata)).data;
    const recipient = await ephemeral.recipientOf({ userId, channel: key?.channel });
    if (key === undefined) return tell(recipient, recipient.text.outOfDate);
    await decide.inOrder(
      key.sessionKey,
      recipient,
      (ask) => takeModal(ask, key, words, recipient),
      words,
    );
  }

  async function takeModal(ask: Ask, key: ModalKey, words: string, recipient: Recipient) {
    if (!(await people.isAllowed(recipient.userId, ask)))
      return tell(recipient, recipient.text.notAllowed(recipient.userId));
    if (isSettled(ask)) return decide.tellSettled(ask, recipient, { words });
    const index = ask.questions.findIndex((_, at) => questionId(at) === key.questionId);
    const { state, hasExpired } = forms.open(ask);
    if (hasExpired) await tell(recipient, recipient.text.formExpired);
    const filled = withWords(ask, state, index, words);
    if (filled.refusal !== null)
      return tell(recipient, recipient.text.refusal(filled.refusal.refusal));
    // The specification sends the form as soon as its last open question is answered by typing.
    const isLast = !isAnswered(state, index) && isComplete(filled);
    if (isSingle(ask) || isLast)
      return decide.answer(ask, reduceForm(filled, { type: "submit" }), recipient);
    await decide.keepForm(ask, filled);
  }

  async function typed(askId: string, reply: GivenReply) {
    const recipient = await ephemeral.recipientOf(reply);
    await decide.inOrder(askId, recipient, (ask) => takeTyped(ask, reply, recipient));
  }

  async function takeTyped(ask: Ask, { words, key, said }: GivenReply, recipient: Recipient) {
    const { state, hasExpired } = forms.open(ask);
    const read = readTyped(state, words);
    const meaning = meaningOf(read, state);
    const isDoubt = isDoubtful({ ask, read, before: state, words, said });
    if (!(await people.isAllowed(recipient.userId, ask))) {
      // In a thread those who may not answer talk too, and need no word about it.
      if (said === "thread" && (isDoubt || meaning === "")) return;
      return tell(recipient, recipient.text.notAllowed(recipient.userId));
    }
    if (isSettled(ask)) return decide.tellSettled(ask, recipient);
    if (hasExpired) await tell(recipient, recipient.text.formExpired);
    if (said === "outside" && meaning === "")
      return tell(
        recipient,
        talkWords(recipient.text.locale).writeInThread(
          `“${titleIn(ask, recipient.text.locale, 80)}”`,
        ),
      );
    if (isDoubt && meaning !== "")
      return confirmations.ask({ ask, key, words, meaning }, recipient);
    await takeReply(ask, read, recipient);
  }
}

interface Doubt extends Pick<GivenReply, "words" | "said"> {
  ask: Ask;
  read: TypedReply;
  before: FormState;
}

// A bare "cancel" is said to a program; "never mind" may be said to anybody.
const SAID_TO_A_PROGRAM = /^\s*(?:cancel|취소)/i;

/** Whether the words may have been meant for other people, or as something else than they do. */
function isDoubtful({ ask, read, before, words, said }: Doubt): boolean {
  switch (said) {
    case "direct":
      return false;
    case "outside":
      return true;
    case "mention":
      // Own words refuse a permission, also "go ahead" and "is this safe?".
      return isPermissionAsk(ask) && hasOwnWords(read, before);
    case "thread":
      if (read.kind === "cancel") return !SAID_TO_A_PROGRAM.test(words);
      return hasOwnWords(read, before) && !isNumber(words);
  }
}

function hasOwnWords(read: TypedReply, before: FormState): boolean {
  if (read.kind !== "filled") return false;
  return read.form.entries.some(
    ({ text }, index) => text.trim() !== "" && text !== before.entries[index]?.text,
  );
}
