/**
 * Which places are a person's own: themselves, and the channels that they are in. The Home tab and
 * the slash command show nothing of other places, whoever may answer there.
 */
import type { webApi } from "@slack/bolt";
import type { Clock } from "../../../store/clock.ts";

export type IsOwnPlace = (place: string) => boolean;

export interface OwnPlacesParts {
  client: webApi.WebClient;
  clock: Pick<Clock, "now">;
  onWarning: (message: string) => void;
}

const FRESH_MS = 60_000;
const MOST_PAGES = 5;
const MOST_KEPT = 200;

export function createOwnPlaces({ client, clock, onWarning }: OwnPlacesParts) {
  const known = new Map<string, { at: number; channels: Promise<Set<string>> }>();
  let hasWarned = false;
  return ownPlaces;

  async function ownPlaces(userId: string): Promise<IsOwnPlace> {
    const channels = await channelsOf(userId);
    return (place) => {
      const [id = ""] = place.split(":");
      return id === userId || channels.has(id);
    };
  }

  function channelsOf(userId: string): Promise<Set<string>> {
    const at = clock.now().getTime();
    const kept = known.get(userId);
    if (kept !== undefined && at - kept.at < FRESH_MS) return kept.channels;
    const channels = ask(userId).catch((error: Error) => {
      known.delete(userId);
      if (!hasWarned) onWarning(`Slack does not say who is in which channel: ${error.message}`);
      hasWarned = true;
      return new Set<string>();
    });
    known.delete(userId);
    known.set(userId, { at, channels });
    const [oldest = ""] = known.keys();
    if (known.size > MOST_KEPT) known.delete(oldest);
    return channels;
  }

  async function ask(user: string): Promise<Set<string>> {
    const found = new Set<string>();
    let cursor = "";
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const { channels = [], response_metadata: more } = await client.users.conversations({
        ...{ user, types: "public_channel,private_channel", exclude_archived: true, limit: 200 },
        ...(cursor && { cursor }),
      });
      for (const { id } of channels) if (id !== undefined) found.add(id);
      cursor = more?.next_cursor ?? "";
      if (cursor === "") break;
    }
    return found;
  }
}
