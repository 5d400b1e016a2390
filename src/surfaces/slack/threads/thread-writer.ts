/**
 * Writes into threads: our own messages, an agent's reply, and its last reply again once it goes
 * on.
 */
import type { webApi } from "@slack/bolt";
import type { Locale } from "../../../core/locale.ts";
import type { Clock } from "../../../store/clock.ts";
import { codeOf } from "../cards/cards.ts";
import type { People } from "../cards/people.ts";
import type { Streaming } from "../transport/streaming.ts";
import type { Updates } from "../transport/updates.ts";
import { type Reply, startReply } from "./replies.ts";
import { statusMessages } from "./status-line.ts";
import type { Thread } from "./thread-store.ts";

export interface ThreadWriter {
  /** The locale of the person who began the thread. */
  localeOf(thread: Pick<Thread, "userId">): Promise<Locale>;
  post(thread: Pick<Thread, "channel" | "threadTs">, text: string): Promise<void>;
  startReply(
    thread: Pick<Thread, "channel" | "threadTs" | "userId">,
    locale: Locale,
    head?: string | null,
  ): Reply;
  /** Shows the agent's last reply again without its activity, which stands in the last message. */
  showLast(thread: Thread): Promise<void>;
  /** Takes a message of ours away. */
  remove(channel: string, ts: string): Promise<void>;
}

export interface ThreadWriterParts {
  client: webApi.WebClient;
  updates: Updates;
  streaming: Streaming;
  people: People;
  clock: Clock;
  onWarning: (message: string) => void;
}

export function createThreadWriter(parts: ThreadWriterParts): ThreadWriter {
  const { client, updates, people, onWarning } = parts;
  return {
    localeOf,
    post,
    startReply: ({ channel, threadTs, userId }, locale, head = null) =>
      startReply({ ...parts, channel, threadTs, userId, locale, head }),
    showLast,
    remove,
  };

  async function localeOf({ userId }: Pick<Thread, "userId">): Promise<Locale> {
    return (await people.of(userId)).locale;
  }

  async function post({ channel, threadTs }: Pick<Thread, "channel" | "threadTs">, text: string) {
    await client.chat.postMessage({ channel, thread_ts: threadTs, text }).catch((error: Error) => {
      onWarning(`A word in a thread did not arrive: ${error.message}`);
    });
  }

  async function remove(channel: string, ts: string) {
    updates.forget(channel, ts);
    await client.chat.delete({ channel, ts }).catch((error: Error) => {
      if (codeOf(error) !== "message_not_found")
        onWarning(`A word in a thread was not taken away: ${error.message}`);
    });
  }

  async function showLast({ channel, userId, last }: Thread) {
    if (last === null) return;
    const { head = null } = last;
    const shown = statusMessages(last.said, null, { locale: await localeOf({ userId }), head });
    const message = shown.at(-1);
    const ts = last.messages[shown.length - 1];
    if (message !== undefined && ts) updates.show(channel, ts, message).catch(() => undefined);
  }
}
