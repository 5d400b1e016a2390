/** An agent's reply as messages that are changed while it is being written. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Lane } from "../transport/budget.ts";
import type { Last, Reply, ReplyParts } from "./replies.ts";
import { type Status, statusMessages } from "./status-line.ts";

export interface UpdatedReply extends Reply {
  /** Takes away all that was posted. */
  remove(): Promise<void>;
}

// A reply that Slack refuses is posted again, but not for long: the conversation waits for it.
const MOST_TRIES = 4;
const TRY_AGAIN_MS = 1_000;
const NOT_POSTED = "";

/** `posted`: messages that already stand there, and are changed instead of new ones. */
export function createUpdatedReply(parts: ReplyParts, posted: string[] = []): UpdatedReply {
  const { client, updates, channel, threadTs, locale, head, onWarning } = parts;
  let wanted: { said: string; status: Status; lane: Lane } | null = null;
  let work = Promise.resolve();
  let isAtWork = false;
  let changes: Promise<void>[] = [];
  return { show, finish, remove };

  function show(said: string, status: Status, lane: Lane = "stream") {
    wanted = { said, status, lane };
    if (!isAtWork) work = catchUp();
  }

  async function finish(said: string, status: Status): Promise<Last> {
    for (let tried = 1; ; tried++) {
      show(said, status, "card");
      await settled();
      if (!posted.includes(NOT_POSTED) || tried === MOST_TRIES)
        return { said, messages: posted, ...(head !== null && { head }) };
      await sleep(TRY_AGAIN_MS);
    }
  }

  async function settled() {
    // The work under way may have started before these words came.
    while (isAtWork) await work;
    await Promise.all(changes);
  }

  /** Changes are not waited for: a newer one takes the place of one that waits for its turn. */
  async function catchUp() {
    isAtWork = true;
    try {
      while (wanted !== null) {
        const { said, status, lane } = wanted;
        wanted = null;
        changes = [];
        for (const [at, message] of statusMessages(said, status, { locale, head }).entries()) {
          const ts = posted[at];
          if (ts === undefined || ts === NOT_POSTED) posted[at] = await post(message);
          else changes.push(updates.show(channel, ts, message, lane).catch(notShown));
        }
      }
    } finally {
      // In the same turn as the last look: what came in between would never be shown.
      isAtWork = false;
    }
  }

  async function remove() {
    wanted = null;
    while (isAtWork) await work;
    for (const ts of posted.filter((one) => one !== NOT_POSTED)) {
      updates.forget(channel, ts);
      await client.chat.delete({ channel, ts }).catch(notShown);
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
