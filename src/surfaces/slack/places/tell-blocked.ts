/**
 * Tells the people who may answer that Slack does not let us ask in some place: each of them alone,
 * because the place itself cannot be told.
 */
import type { webApi } from "@slack/bolt";
import type { Locale } from "../../../core/locale.ts";
import type { People } from "../cards/people.ts";
import { escaped } from "../render/text.ts";
import { ANYONE, type SlackConfig } from "../setup/config.ts";
import { placeWords } from "../setup/place-words.ts";
import type { BlockedPlace } from "./blocked-places.ts";

export interface TellBlockedParts {
  client: webApi.WebClient;
  config: Pick<SlackConfig, "people">;
  people: Pick<People, "of">;
  /** The bot's own name, for the invitation. */
  botName: () => string;
  onWarning: (message: string) => void;
}

const MOST_TOLD = 5;
const NAME_WITHIN_MS = 10_000;

export function createTellBlocked(parts: TellBlockedParts) {
  const { client, config, people, botName, onWarning } = parts;
  return tellBlocked;

  function tellBlocked({ place, reason, name = place }: BlockedPlace) {
    onWarning(`Slack does not let Askline ask in ${name}: ${reason}. What is asked there waits.`);
    const told = [config.people]
      .flat()
      .filter((id) => id !== ANYONE)
      .slice(0, MOST_TOLD);
    for (const userId of told) if (userId !== place) void tell(userId, name, reason);
  }

  async function tell(userId: string, shown: string, reason: string) {
    try {
      const [{ channel }, { locale }] = await Promise.all([
        client.conversations.open({ users: userId }),
        people.of(userId, NAME_WITHIN_MS),
      ]);
      const text = blockedText(shown, reason, botName(), locale);
      await client.chat.postMessage({ channel: channel?.id ?? userId, text });
    } catch (error) {
      onWarning(`A word to ${userId} did not arrive: ${(error as Error).message}`);
    }
  }
}

export function blockedText(shown: string, reason: string, bot: string, locale: Locale): string {
  const { what, todo } = placeWords(locale).blocked(shown, reason, bot);
  return escaped(`⚠️ ${what} ${todo}`);
}

/** A private channel that the bot is not in has no name for us. */
export function createNameOf(client: webApi.WebClient) {
  return async (place: string): Promise<string | undefined> => {
    if (!/^[CG]/.test(place)) return undefined;
    const [channel = ""] = place.split(":");
    const { channel: found } = await client.conversations
      .info({ channel })
      .catch(() => ({ channel: undefined }));
    return found?.name === undefined ? undefined : `#${found.name}`;
  };
}
