/** Takes people's messages in Slack: answers to what is asked there, and texts for agents. */
import { z } from "zod";
import type { Ask } from "../../core/ask/ask.ts";
import type { Locale } from "../../core/locale.ts";
import type { Actions } from "./answers/actions.ts";
import { createFindAsks } from "./answers/find-asks.ts";
import { withNames } from "./answers/mention-names.ts";
import { isNumber, readTalk, type Talk, withKeycaps } from "./answers/talk.ts";
import { talkWords } from "./answers/talk-words.ts";
import type { GivenReply } from "./answers/typed-answers.ts";
import type { Cards } from "./cards/cards.ts";
import type { Forms } from "./cards/form-state.ts";
import type { People } from "./cards/people.ts";
import type { Messages } from "./render/messages.ts";
import { titleIn } from "./render/title.ts";
import type { Threads } from "./threads/threads.ts";
import type { SeenEvents } from "./transport/dedupe.ts";
import { incomingText } from "./transport/incoming-text.ts";
import { messageFiles } from "./transport/message-files.ts";

export interface HearingParts {
  actions: Actions;
  cards: Cards;
  threads: Threads;
  forms: Forms;
  people: People;
  seen: SeenEvents;
  known: (id: string) => Ask | undefined;
  botUserId: string;
  onWarning: (message: string) => void;
}

const MessageBody = z.looseObject({
  event: z.looseObject({
    type: z.enum(["message", "app_mention"]),
    subtype: z.string().optional(),
    bot_id: z.string().optional(),
    user: z.string(),
    channel: z.string(),
    channel_type: z.string().optional(),
    text: z.string().default(""),
    files: z.array(z.unknown()).default([]).catch([]),
    ts: z.string(),
    thread_ts: z.string().optional(),
  }),
});

/** What its writer, or an admin, did to a message later. */
const RevisionBody = z.looseObject({
  event: z.discriminatedUnion("subtype", [
    z.looseObject({
      ...{ type: z.literal("message"), subtype: z.literal("message_changed") },
      channel: z.string(),
      message: z.looseObject({
        ts: z.string(),
        subtype: z.string().optional(),
        text: z.string().default(""),
      }),
    }),
    z.looseObject({
      ...{ type: z.literal("message"), subtype: z.literal("message_deleted") },
      channel: z.string(),
      deleted_ts: z.string(),
    }),
  ]),
});

type Message = z.infer<typeof MessageBody>["event"];

/** A message, and what can be told of it without its words. */
interface Heard extends Talk {
  message: Message;
  isDirect: boolean;
  /** The first message of its thread; its own if it is in none. */
  root: string;
  /** The message is remembered under this key as one that is no text for an agent. */
  answerKey: string;
}

const SAID_BY_PEOPLE = new Set([undefined, "file_share", "thread_broadcast"]);

const MOST_RECENT = 1_000;
const MOST_TITLES = 3;

export function createHearing(parts: HearingParts): { hear(given: unknown): Promise<void> } {
  const { actions, cards, threads, forms, people, seen, known, botUserId, onWarning } = parts;
  const find = createFindAsks({ forms, threads, known });
  const recent = new Set<string>();
  return { hear };

  async function hear(given: unknown) {
    const revision = RevisionBody.safeParse(given).data?.event;
    if (revision !== undefined) return revise(revision);
    const message = MessageBody.safeParse(given).data?.event;
    if (message === undefined) return;
    const { user, subtype, bot_id } = message;
    if (bot_id !== undefined || user === botUserId || !SAID_BY_PEOPLE.has(subtype)) return;
    await take(heardFrom(message));
  }

  /** The first message of a thread leaves a tombstone if it has replies. */
  async function revise(event: z.infer<typeof RevisionBody>["event"]) {
    const { channel } = event;
    if (event.subtype === "message_deleted")
      return threads.revise(`${channel} ${event.deleted_ts}`, null);
    const { ts, text, subtype } = event.message;
    await threads.revise(`${channel} ${ts}`, subtype === "tombstone" ? null : await wordsOf(text));
  }

  function heardFrom(message: Message): Heard {
    const { channel, ts, thread_ts: thread, text } = message;
    return {
      ...readTalk(withKeycaps(text), botUserId),
      message,
      isDirect: message.channel_type === "im" || channel.startsWith("D"),
      root: thread ?? ts,
      answerKey: `answer ${channel} ${ts}`,
    };
  }

  async function take(heard: Heard) {
    const { message, isDirect, root } = heard;
    const { type, channel, ts, thread_ts: thread } = message;
    if (thread !== undefined) await cards.posted();
    const asks = find.inThread(channel, root);
    const isBound = threads.isBound(channel, root);
    const isForUs = type === "app_mention" || isDirect || asks.length > 0 || isBound;
    if (thread === undefined && !isDirect && (await takeNumber(heard))) return;
    if (!isForUs || !isFirst(`${channel} ${ts}`)) return;
    if (asks.length > 0) return reply(heard, asks);
    if (isBound && heard.kind === "others" && !heard.mentionsUs) return;
    await pass(heard);
  }

  /** A message in a thread where something is asked. */
  async function reply(heard: Heard, asks: string[]) {
    const { message, isDirect, isToUs, kind, answerKey } = heard;
    const [askId = "", ...others] = asks;
    // Recorded first: if the process ends here, the repeated event must not reach the agent as a
    // message.
    await seen.take(answerKey, undefined).catch(failed);
    if (kind !== "words") {
      // People talk to each other in a channel; whoever writes to us is not left without a word.
      if (!isDirect && !isToUs) return;
      return whisper(heard, ({ locale }) => talkWords(locale).noAnswer);
    }
    // It would be a guess which of the questions is meant.
    if (others.length > 0) {
      if (!(await mayAnswerOne(message.user, asks))) return isToUs ? refuse(heard) : undefined;
      return whisper(heard, ({ severalOpen }) => severalOpen);
    }
    await answer(heard, askId, isDirect ? "direct" : isToUs ? "mention" : "thread");
  }

  async function mayAnswerOne(userId: string, asks: string[]): Promise<boolean> {
    const may = await Promise.all(asks.map((id) => people.isAllowed(userId, known(id))));
    return may.includes(true);
  }

  /** A message that no open question waits for: it is for an agent. */
  async function pass(heard: Heard) {
    const { message, isDirect, root, answerKey } = heard;
    const { channel, ts, thread_ts: thread, user } = message;
    if (!(await people.isAllowed(user))) return refuse(heard);
    const text = await textOf(message);
    const isLoose = isDirect && thread === undefined;
    const answered = isLoose ? find.onlyAskIn(channel, withKeycaps(text)) : null;
    if (answered !== null) {
      await seen.take(answerKey, undefined).catch(failed);
      return answer(heard, answered, "direct");
    }
    if (seen.has(answerKey)) return;
    await threads.hear({
      ...{ id: `${channel} ${ts}`, channel, threadTs: root, userId: user, text },
      files: messageFiles(message.files),
      ...(thread !== undefined && { below: ts, mentionsUs: heard.mentionsUs }),
    });
  }

  /**
   * A number outside of any thread, where a question was asked in words and nothing says that its
   * thread is the place. False if the message is something else.
   */
  async function takeNumber(heard: Heard): Promise<boolean> {
    const { message, mentionsUs, isToUs, kind, answerKey } = heard;
    const { channel, ts, user } = message;
    if (kind !== "words") return false;
    if (!isNumber(withKeycaps(incomingText(message.text, botUserId)))) return false;
    const asks = find.inChannel(channel, mentionsUs ? undefined : "in words");
    const [ask, ...others] = asks;
    if (ask === undefined) return false;
    if (!isFirst(`${channel} ${ts}`)) return true;
    await seen.take(answerKey, undefined).catch(failed);
    // Others talk about numbers too; they need no word about who may answer.
    if (!mentionsUs && !(await people.isAllowed(user, ask))) return true;
    if (others.length === 0) await answer(heard, ask.id, isToUs ? "mention" : "outside");
    else
      await whisper(heard, ({ locale }) => talkWords(locale).writeInThread(titlesOf(asks, locale)));
    return true;
  }

  async function answer(heard: Heard, askId: string, said: GivenReply["said"]) {
    const { channel, ts, user: userId } = heard.message;
    const words = withKeycaps(await textOf(heard.message));
    const at = { channel, threadTs: heard.message.thread_ts, key: `${channel}-${ts}` };
    await actions.typed(askId, { ...at, userId, words, said });
  }

  function textOf({ text }: Message): Promise<string> {
    return wordsOf(text);
  }

  async function wordsOf(text: string): Promise<string> {
    return incomingText(await withNames(text, botUserId, people), botUserId);
  }

  /**
   * Slack sends a mention a second time as a message. After a restart, its recipient recognises the
   * id.
   */
  function isFirst(id: string): boolean {
    if (recent.has(id)) return false;
    recent.add(id);
    const [oldest = ""] = recent;
    if (recent.size > MOST_RECENT) recent.delete(oldest);
    return true;
  }

  function refuse(heard: Heard) {
    return whisper(heard, ({ notAllowed }) => notAllowed(heard.message.user));
  }

  async function whisper({ message }: Heard, words: (text: Messages) => string) {
    const { channel, user, thread_ts: threadTs } = message;
    const recipient = await actions.recipientOf({ userId: user, channel, threadTs });
    await actions.tell(recipient, words(recipient.text));
  }

  function failed(error: Error) {
    onWarning(`Something from Slack could not be handled: ${error.message}`);
  }
}

function titlesOf(asks: Ask[], locale: Locale): string {
  const titles = asks.slice(0, MOST_TITLES).map((ask) => `“${titleIn(ask, locale, 80)}”`);
  return titles.join(", ");
}
