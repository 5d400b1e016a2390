/**
 * Finds the messages of a card in Slack that nobody wrote down: a post whose answer was lost may
 * have arrived all the same.
 */
import type { webApi } from "@slack/bolt";
import { z } from "zod";

/** What each message of a card says of itself; people do not see it. */
export const CARD_EVENT = "askline_card";

export interface PostedMessage {
  ts: string;
  /** Which of the card's messages it is. */
  page: number;
}

export interface Looked {
  askId: string;
  channel: string;
  threadTs?: string | undefined;
  /** No message of the card is older. */
  since: Date;
  isText: boolean;
}

const Posted = z.looseObject({
  ts: z.string(),
  metadata: z.looseObject({
    event_type: z.literal(CARD_EVENT),
    event_payload: z.looseObject({ ask: z.string(), page: z.number(), text: z.boolean() }),
  }),
});

// Slack's clock and ours may differ.
const CLOCKS_DIFFER_SECONDS = 120;
const MOST = 200;

export function cardMetadata(askId: string, page: number, isText: boolean) {
  return { event_type: CARD_EVENT, event_payload: { ask: askId, page, text: isText } };
}

/** Oldest first; none if Slack does not let us look. */
export async function findPosted(
  client: webApi.WebClient,
  { askId, channel, threadTs, since, isText }: Looked,
): Promise<PostedMessage[]> {
  const oldest = String(Math.floor(since.getTime() / 1000) - CLOCKS_DIFFER_SECONDS);
  const asked = { channel, oldest, limit: MOST, include_all_metadata: true };
  const { messages = [] } =
    threadTs === undefined
      ? await client.conversations.history(asked)
      : await client.conversations.replies({ ...asked, ts: threadTs });
  return messages
    .flatMap((message) => Posted.safeParse(message).data ?? [])
    .filter(({ metadata: { event_payload: payload } }) => {
      return payload.ask === askId && payload.text === isText;
    })
    .map(({ ts, metadata }) => ({ ts, page: metadata.event_payload.page }))
    .sort((one, other) => Number(one.ts) - Number(other.ts));
}
