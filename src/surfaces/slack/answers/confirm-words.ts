/**
 * "Send this as your answer? [Send] [No]": asks the writer alone whether words in a channel were
 * meant as an answer. Nothing is answered before the click.
 */
import { z } from "zod";
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import { isPermissionAsk } from "../../../core/ask/consent.ts";
import type { FormState } from "../../../core/ask/form.ts";
import { jsonIn } from "../../../core/json.ts";
import type { Locale } from "../../../core/locale.ts";
import type { EphemeralReplies, Recipient } from "../cards/ephemeral-reply.ts";
import type { Forms } from "../cards/form-state.ts";
import type { People } from "../cards/people.ts";
import { type Block, cutMarkup, label, lines, remark } from "../render/text.ts";
import { titleIn } from "../render/title.ts";
import type { Click } from "./clicks.ts";
import type { Decide } from "./decide.ts";
import type { TakeReply } from "./take-reply.ts";
import { type TalkWords, talkWords } from "./talk-words.ts";
import { readTyped, type TypedReply } from "./typed-reply.ts";
import type { Unsent, UnsentWords } from "./unsent.ts";

export interface Confirmations {
  /** Asks the writer. `key` names the message: said again, it is asked about once more. */
  ask(asked: Asked, recipient: Recipient): Promise<void>;
  isOurs(actionId: string): boolean;
  click(click: Click, recipient: Recipient): Promise<void>;
}

export interface Asked {
  ask: Ask;
  key: string;
  words: string;
  /** What the words would do, as `meaningOf` has it. */
  meaning: string;
}

export interface ConfirmationsParts {
  unsent: Unsent;
  forms: Forms;
  people: People;
  decide: Decide;
  ephemeral: EphemeralReplies;
  takeReply: TakeReply;
}

const DECLINE = "decline";
const SEND = "send_words";
const DROP = "drop_words";
const Value = z.object({ sessionKey: z.string(), unsent: z.string() });

const LONGEST_SHOWN = 1_000;

export function createConfirmations(parts: ConfirmationsParts): Confirmations {
  const { unsent, forms, people, decide, ephemeral, takeReply } = parts;
  return { ask, isOurs: (actionId) => actionId === SEND || actionId === DROP, click };

  async function ask(asked: Asked, recipient: Recipient) {
    const { key, words, meaning } = asked;
    const { userId } = recipient;
    // Kept before it is shown: a button must find its words, whenever the hub ends.
    await unsent.keep(key, { askId: asked.ask.id, userId, words, meaning });
    const say = talkWords(recipient.text.locale);
    await ephemeral.show(recipient, headOf(asked, say), blocksFor(asked, recipient.text.locale));
  }

  async function click({ actionId, value, userId, replace }: Click, recipient: Recipient) {
    const say = talkWords(recipient.text.locale);
    const { unsent: key = "" } = Value.safeParse(jsonIn(value)).data ?? {};
    const kept = unsent.get(key);
    if (kept === undefined || kept.userId !== userId) return ephemeral.tell(recipient, say.tooOld);
    if (actionId === SEND) await send(kept, recipient);
    unsent.forget(key);
    await replace(actionId === SEND ? null : say.notSent);
  }

  async function send({ askId, words, meaning }: UnsentWords, recipient: Recipient) {
    const say = talkWords(recipient.text.locale);
    const work = async (ask: Ask) => {
      if (!(await people.isAllowed(recipient.userId, ask)))
        return ephemeral.tell(recipient, recipient.text.notAllowed(recipient.userId), words);
      if (isSettled(ask)) return decide.tellSettled(ask, recipient, { words });
      const { state } = forms.open(ask);
      const read = readTyped(state, words);
      if (meaningOf(read, state) !== meaning)
        return ephemeral.tell(recipient, say.formChanged, words);
      await takeReply(ask, read, recipient);
    };
    await decide.inOrder(askId, recipient, work, words);
  }
}

/**
 * Which questions a reply would answer, so that words are never sent for another question than the
 * one they were asked about. Empty if it would answer none.
 */
export function meaningOf(read: TypedReply, before: FormState): string {
  if (read.kind === "cancel") return DECLINE;
  if (read.kind !== "filled") return "";
  const changed = read.form.entries.flatMap((entry, index) =>
    entry === before.entries[index] ? [] : [index + 1],
  );
  return changed.join(",");
}

function headOf({ meaning }: Asked, say: TalkWords): string {
  return meaning === DECLINE ? say.declineThis : say.sendThis;
}

function blocksFor(asked: Asked, locale: Locale): Block[] {
  const { ask, key, words, meaning } = asked;
  const say = talkWords(locale);
  // Of a form's questions the one that the words are for; its first if they are for several.
  const [number = 1] = meaning.split(",").map(Number);
  const title = titleIn(ask, locale, 150, number - 1);
  const isDecline = meaning === DECLINE;
  const quoted = cutMarkup(lines(words), LONGEST_SHOWN).replace(/^/gm, "> ");
  const value = JSON.stringify({ sessionKey: ask.id, unsent: key } satisfies z.infer<typeof Value>);
  return [
    {
      type: "section",
      text: { type: "mrkdwn", text: `*${headOf(asked, say)}*\n${quoted}`, verbatim: true },
    },
    remark(say.theQuestion(title)),
    ...(isPermissionAsk(ask) && !isDecline ? [remark(say.allowsNothing)] : []),
    {
      type: "actions",
      elements: [
        {
          type: "button",
          text: label(isDecline ? say.decline : say.send, 75),
          action_id: SEND,
          value,
          style: "primary",
        },
        { type: "button", text: label(say.no, 75), action_id: DROP, value },
      ],
    },
  ];
}
