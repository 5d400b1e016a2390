/**
 * Slack's streamed messages: words are appended to a message in a thread, which costs far less of
 * what Slack allows than changing it. Not every workspace has them.
 */
import type { webApi } from "@slack/bolt";
import type { Budget } from "./budget.ts";

export interface StreamPlace {
  channel: string;
  threadTs: string;
  /** For whom it is streamed; Slack wants to know outside of direct messages. */
  userId: string;
}

export interface Streaming {
  /** False once Slack has refused it for the whole workspace. */
  isAvailable(): boolean;
  /** `words` are asked for when the call's turn comes. Returns the message's timestamp. */
  start(place: StreamPlace, words: () => string): Promise<string>;
  append(channel: string, ts: string, words: () => string): Promise<void>;
  stop(channel: string, ts: string, words: () => string): Promise<void>;
}

export interface StreamingParts {
  /** Never sends anything twice: words would stand there twice. */
  once: webApi.WebClient;
  budget: Budget;
  teamId: () => string;
}

// Error codes that this workspace, or the app as it is installed, gives to every streamed message.
const NOT_HERE = new Set([
  "unknown_method",
  "method_deprecated",
  "missing_scope",
  "not_allowed_token_type",
  "feature_not_enabled",
  "team_access_not_granted",
  "access_denied",
]);

export function createStreaming({ once, budget, teamId }: StreamingParts): Streaming {
  let isHere = true;
  return { isAvailable: () => isHere, start, append, stop };

  async function start({ channel, threadTs, userId }: StreamPlace, words: () => string) {
    try {
      const { ts = "" } = await inTurn("chat.startStream", channel, () =>
        once.chat.startStream({
          ...{ channel, thread_ts: threadTs, markdown_text: words() },
          ...{ recipient_team_id: teamId(), recipient_user_id: userId },
        }),
      );
      return ts;
    } catch (error) {
      const { data } = error as { data?: { error?: string } };
      if (NOT_HERE.has(data?.error ?? "")) isHere = false;
      throw error;
    }
  }

  async function append(channel: string, ts: string, words: () => string) {
    await inTurn("chat.appendStream", channel, () =>
      once.chat.appendStream({ channel, ts, markdown_text: words() }),
    );
  }

  async function stop(channel: string, ts: string, words: () => string) {
    await inTurn("chat.stopStream", channel, () => {
      const last = words();
      return once.chat.stopStream({ channel, ts, ...(last !== "" && { markdown_text: last }) });
    });
  }

  function inTurn<T>(method: string, channel: string, send: () => Promise<T>): Promise<T> {
    return budget.run({ method, channel, lane: () => "stream" }, send);
  }
}
