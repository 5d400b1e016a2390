/**
 * An agent's reply while it is being written: posted with its first words, updated about once a
 * second, then final.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { webApi } from "@slack/bolt";
import type { Locale } from "../../../core/locale.ts";
import { type Activity, replyMessages } from "../render/reply.ts";
import type { Lane } from "../transport/budget.ts";
import type { Updates } from "../transport/updates.ts";

export interface Reply {
  /** Shows everything said so far, and what the agent does now. */
  show(said: string, activity: Activity): void;
  /** Shows the same, and resolves once it can be read. */
  finish(said: string, activity: Activity): Promise<string[]>;
}

export interface ReplyParts {
  client: webApi.WebClient;
  updates: Updates;
  channel: string;
  threadTs: string;
  locale: Locale;
  onWarning: (message: string) => void;
}

// A reply that Slack refuses is posted again, but not for long: the conversation waits for it.
const MOST_TRIES = 4;
const TRY_AGAIN_MS = 1_000;

export function startReply({
  client,
  updates,
  channel,
  threadTs,
  locale,
  onWarning,
}: ReplyParts): Reply {
  const posted: string[] = [];
  let wanted: { said: string; activity: Activity; lane: Lane } | null = null;
  let work: Promise<void> | null = null;
  return { show, finish };

  function show(said: string, activity: Activity, lane: Lane = "stream") {
    wanted = { said, activity, lane };
    work ??= catchUp().finally(() => {
      work = null;
    });
  }

  async function finish(said: string, activity: Activity): Promise<string[]> {
    for (let tried = 1; ; tried++) {
      show(said, activity, "card");
      // The work under way may have started before these words came.
      while (work !== null) await work;
      if (!posted.includes(NOT_POSTED) || tried === MOST_TRIES) return posted;
      await sleep(TRY_AGAIN_MS);
    }
  }

  async function catchUp() {
    while (wanted !== null) {
      const { said, activity, lane } = wanted;
      wanted = null;
      const all = replyMessages(said, activity, locale);
      for (const [at, message] of all.entries()) {
        const ts = posted[at];
        if (ts === undefined || ts === NOT_POSTED) posted[at] = await post(message);
        else await updates.show(channel, ts, message, lane).catch(notShown);
      }
    }
  }

  function notShown(error: Error) {
    onWarning(`What an agent said is not shown in full: ${error.message}`);
  }

  async function post(message: { text: string }): Promise<string> {
    try {
      const { ts = NOT_POSTED } = await client.chat.postMessage({
        channel,
        thread_ts: threadTs,
        ...message,
        unfurl_links: false,
      });
      return ts;
    } catch (error) {
      onWarning(`What an agent said did not arrive in Slack: ${(error as Error).message}`);
      return NOT_POSTED;
    }
  }
}

const NOT_POSTED = "";
