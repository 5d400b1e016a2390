/** The hub hears the click on the set-up's test card: it says so on the card, and writes it down. */
import type { webApi } from "@slack/bolt";
import type { People } from "../cards/people.ts";
import { clickedCard, testClickPath, writeTestClick } from "./test-card.ts";

export interface TestCardClick {
  userId: string;
  nonce: string;
  channel_id: string;
  message_ts: string;
}

export interface HearTestParts {
  client: webApi.WebClient;
  people: Pick<People, "of">;
  /** Slack's own in the state folder. */
  directory: string;
}

export function createHearTest({ client, people, directory }: HearTestParts) {
  return async ({ userId, nonce, channel_id: channel, message_ts: ts }: TestCardClick) => {
    const { name, locale } = await people.of(userId);
    await writeTestClick(testClickPath(directory), { nonce, userId, name });
    await client.chat.update({ channel, ts, ...clickedCard(name, locale) });
  };
}
