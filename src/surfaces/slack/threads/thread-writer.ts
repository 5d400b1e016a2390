/**
 * Writes into threads: our own messages, an agent's reply, and its last reply again once it goes
 * on.
 */
import type { webApi } from "@slack/bolt";
import type { Locale } from "../../../core/locale.ts";
import type { People } from "../cards/people.ts";
import { replyMessages } from "../render/reply.ts";
import type { Updates } from "../transport/updates.ts";
import { type Reply, startReply } from "./replies.ts";
import type { Thread } from "./thread-store.ts";

export interface ThreadWriter {
  /** The locale of the person who began the thread. */
  localeOf(thread: Pick<Thread, "userId">): Promise<Locale>;
  post(thread: Pick<Thread, "channel" | "threadTs">, text: string): Promise<void>;
  startReply(thread: Pick<Thread, "channel" | "threadTs">, locale: Locale): Reply;
  /** Shows the agent's last reply again without its activity, which stands in the last message. */
  showLast(thread: Thread): Promise<void>;
}

export interface ThreadWriterParts {
  client: webApi.WebClient;
  updates: Updates;
  people: People;
  onWarning: (message: string) => void;
}

export function createThreadWriter({
  client,
  updates,
  people,
  onWarning,
}: ThreadWriterParts): ThreadWriter {
  return {
    localeOf,
    post,
    startReply: ({ channel, threadTs }, locale) =>
      startReply({ client, updates, channel, threadTs, locale, onWarning }),
    showLast,
  };

  async function localeOf({ userId }: Pick<Thread, "userId">): Promise<Locale> {
    return (await people.of(userId)).locale;
  }

  async function post({ channel, threadTs }: Pick<Thread, "channel" | "threadTs">, text: string) {
    await client.chat.postMessage({ channel, thread_ts: threadTs, text }).catch((error: Error) => {
      onWarning(`A word in a thread did not arrive: ${error.message}`);
    });
  }

  async function showLast({ channel, userId, last }: Thread) {
    if (last === null) return;
    const shown = replyMessages(last.said, null, await localeOf({ userId }));
    const message = shown.at(-1);
    const ts = last.messages[shown.length - 1];
    if (message !== undefined && ts) updates.show(channel, ts, message).catch(() => undefined);
  }
}
