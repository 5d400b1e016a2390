/** Takes people's messages in Slack: answers to what is asked there, and texts for agents. */
import type { webApi } from "@slack/bolt";
import { z } from "zod";
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import type { Actions } from "./answers/actions.ts";
import { readTyped } from "./answers/typed-reply.ts";
import type { Cards } from "./cards/cards.ts";
import { type Forms, messagesOf } from "./cards/form-state.ts";
import type { People } from "./cards/people.ts";
import { type Messages, messages } from "./render/messages.ts";
import type { Threads } from "./threads/threads.ts";
import type { SeenEvents } from "./transport/dedupe.ts";
import { incomingText } from "./transport/incoming-text.ts";

export interface HearingParts {
  client: webApi.WebClient;
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
    ts: z.string(),
    thread_ts: z.string().optional(),
  }),
});
type Message = z.infer<typeof MessageBody>["event"];

const SAID_BY_PEOPLE = new Set([undefined, "file_share", "thread_broadcast"]);

const MOST_RECENT = 1_000;

export function createHearing(parts: HearingParts): { hear(given: unknown): Promise<void> } {
  const { client, actions, cards, threads, forms, people, seen, known, botUserId, onWarning } =
    parts;
  const recent = new Set<string>();
  return { hear };

  async function hear(given: unknown) {
    const message = MessageBody.safeParse(given).data?.event;
    if (message !== undefined) await take(message);
  }

  async function take(message: Message) {
    const { type, channel, ts, thread_ts: thread, user, subtype, bot_id } = message;
    if (bot_id !== undefined || user === botUserId || !SAID_BY_PEOPLE.has(subtype)) return;
    const isDirect = message.channel_type === "im" || channel.startsWith("D");
    const root = thread ?? ts;
    if (thread !== undefined) await cards.posted();
    const [askId = null, ...others] = openAsksIn(channel, root);
    const isForUs =
      type === "app_mention" || isDirect || askId !== null || threads.isBound(channel, root);
    if (!isForUs) return;
    if (!isFirst(`${channel} ${ts}`)) return;
    if (!(await people.isAllowed(user)))
      return ephemeral(message, ({ notAllowed }) => notAllowed(user));
    // It would be a guess which of the questions is meant.
    if (others.length > 0) return ephemeral(message, ({ severalOpen }) => severalOpen);
    const text = incomingText(message.text, botUserId);
    const answered = askId ?? (isDirect && thread === undefined ? onlyAskIn(channel, text) : null);
    const answerKey = `answer ${channel} ${ts}`;
    if (answered !== null) {
      // Recorded first: if the process ends here, the repeated event must not reach the agent as a
      // message.
      await seen.take(answerKey, undefined).catch(failed);
      return actions.typed(answered, user, text, { channel, threadTs: root });
    }
    if (seen.has(answerKey)) return;
    await threads.hear({ id: `${channel} ${ts}`, channel, threadTs: root, userId: user, text });
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

  /** The open questions whose card started the thread, or that were asked in it. */
  function openAsksIn(channel: string, root: string): string[] {
    const bound = threads.openAsk(channel, root);
    // Nobody can have meant an ask that was not put yet.
    const isOpen = bound !== null && known(bound) !== undefined && !isOver(bound);
    const shown = forms
      .all()
      .filter(({ formId, isClosed }) => !isClosed && !isOver(formId))
      .filter(({ copies }) =>
        copies.some(
          (copy) =>
            copy.channel === channel && (copy.threadTs === root || messagesOf(copy).includes(root)),
        ),
      );
    return [...new Set([...(isOpen ? [bound] : []), ...shown.map(({ formId }) => formId)])];
  }

  /** Settled, although its card may not show that yet. */
  function isOver(askId: string): boolean {
    const ask = known(askId);
    return ask !== undefined && isSettled(ask);
  }

  /**
   * Outside a thread only a plain choice counts as an answer, and only if one question is open in
   * the channel.
   */
  function onlyAskIn(channel: string, text: string): string | null {
    const open = forms
      .all()
      .filter(
        ({ isClosed, copies }) => !isClosed && copies.some((copy) => copy.channel === channel),
      );
    const [form, ...others] = open;
    const ask = form === undefined || others.length > 0 ? undefined : known(form.formId);
    if (ask === undefined) return null;
    const read = readTyped(forms.open(ask).state, text);
    const isChoice =
      read.kind === "filled" && read.form.entries.every(({ text: own }) => own === "");
    return isChoice ? ask.id : null;
  }

  async function ephemeral(
    { channel, user, thread_ts }: Message,
    words: (text: Messages) => string,
  ) {
    const text = words(messages((await people.of(user)).locale));
    await client.chat.postEphemeral({ channel, user, text, ...(thread_ts && { thread_ts }) });
  }

  function failed(error: Error) {
    onWarning(`Something from Slack could not be handled: ${error.message}`);
  }
}
