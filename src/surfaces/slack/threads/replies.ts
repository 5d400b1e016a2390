/**
 * An agent's reply while it is being written: streamed where the workspace has that, else posted
 * with its first words and changed as often as the budget allows. Then it is final.
 */
import type { webApi } from "@slack/bolt";
import type { Locale } from "../../../core/locale.ts";
import type { Clock } from "../../../store/clock.ts";
import type { Activity } from "../render/reply.ts";
import type { Streaming } from "../transport/streaming.ts";
import type { Updates } from "../transport/updates.ts";
import type { Status } from "./status-line.ts";
import { createStreamedReply } from "./streamed-reply.ts";
import type { Thread } from "./thread-store.ts";
import { createUpdatedReply } from "./updated-reply.ts";

export type Last = NonNullable<Thread["last"]>;

export interface Reply {
  /** Shows everything said so far, which only grows, and what the agent does now. */
  show(said: string, status: Status): void;
  /** Shows the same, and resolves once it can be read. */
  finish(said: string, activity: Activity): Promise<Last>;
}

export interface ReplyParts {
  client: webApi.WebClient;
  updates: Updates;
  streaming: Streaming;
  clock: Clock;
  channel: string;
  threadTs: string;
  /** The person who began the thread. */
  userId: string;
  locale: Locale;
  /** The first line of the thread, in our own markup: which agent works where. */
  head: string | null;
  onWarning: (message: string) => void;
}

export function startReply(parts: ReplyParts): Reply {
  return parts.streaming.isAvailable() ? createStreamedReply(parts) : createUpdatedReply(parts);
}
