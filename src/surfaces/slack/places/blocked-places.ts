/**
 * The places where Slack does not let us post, such as a channel that the bot was not invited to.
 * Nothing that is asked there is lost: it is posted once the bot is invited, and tried now and then
 * until it is. The list survives a restart, so that people are told once.
 */
import { z } from "zod";
import { openRecords } from "./records.ts";

const BlockedPlace = z.object({
  /** As the configuration writes it. */
  place: z.string(),
  /** Slack's error code. */
  reason: z.string(),
  since: z.string(),
  /** The channel's name, where Slack tells it. */
  name: z.string().optional(),
});
export type BlockedPlace = z.infer<typeof BlockedPlace>;

export interface BlockedPlaces {
  all(): BlockedPlace[];
  /** Whether a post there is worth a try now: one post in a while tries a blocked place. */
  isToTry(place: string): boolean;
  isBlocked(place: string): boolean;
  /** Slack refused a post there. */
  block(place: string, reason: string): Promise<void>;
  /** Slack took a post there. */
  free(place: string): void;
  /** Somebody invited the bot to this channel: everything there is tried at once. */
  invited(channel: string): void;
}

export interface BlockedPlacesParts {
  directory: string;
  now: () => Date;
  nameOf: (place: string) => Promise<string | undefined>;
  /** Called once for each place, until it was free again. */
  onBlocked: (blocked: BlockedPlace) => void;
  /** What waits for the place can be posted. */
  onFree: () => void;
}

export const RETRY_BLOCKED_MS = 10 * 60_000;

export function openBlockedPlaces(parts: BlockedPlacesParts): BlockedPlaces {
  const { directory, now, nameOf, onBlocked, onFree } = parts;
  const records = openRecords(directory, BlockedPlace);
  const triedAt = new Map<string, number>();
  /** Several asks may meet the same closed door at once. */
  const beingTold = new Set<string>();
  return { all: records.all, isToTry, isBlocked, block, free, invited };

  function isBlocked(place: string): boolean {
    return records.get(keyOf(place)) !== undefined;
  }

  function isToTry(place: string): boolean {
    if (!isBlocked(place)) return true;
    const at = now().getTime();
    if (at - (triedAt.get(place) ?? Number.NEGATIVE_INFINITY) < RETRY_BLOCKED_MS) return false;
    triedAt.set(place, at);
    return true;
  }

  async function block(place: string, reason: string): Promise<void> {
    triedAt.set(place, now().getTime());
    const known = records.get(keyOf(place));
    if (known?.reason === reason || beingTold.has(place)) return;
    beingTold.add(place);
    try {
      const name = known?.name ?? (await nameOf(place));
      const since = known?.since ?? now().toISOString();
      // Written first: told twice is worse than seen in `askline slack status` alone.
      const blocked = await records.change(keyOf(place), () => ({
        ...{ place, reason, since },
        ...(name && { name }),
      }));
      if (known === undefined) onBlocked(blocked);
    } finally {
      beingTold.delete(place);
    }
  }

  function free(place: string) {
    triedAt.delete(place);
    if (!isBlocked(place)) return;
    records.remove(keyOf(place));
    onFree();
  }

  function invited(channel: string) {
    for (const { place } of records.all()) {
      if (place.split(":")[0] === channel) triedAt.delete(place);
    }
    onFree();
  }
}

function keyOf(place: string): string {
  return place.replace(":", "-");
}
