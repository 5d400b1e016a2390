/** Whether the bot is in the channels where it shall ask. */
import type { WebApi } from "./web-api.ts";

/** The channels without the bot. People need no invitation. */
export async function channelsWithout(
  { call }: WebApi,
  places: readonly string[],
): Promise<string[]> {
  const channels = places.filter((place) => /^[CG]/.test(place));
  const inside = await Promise.all(channels.map(isInside));
  return channels.filter((_, at) => inside[at] === false);

  async function isInside(place: string): Promise<boolean> {
    const [channel = ""] = place.split(":");
    try {
      const { body } = await call("conversations.info", { channel });
      const { is_member: isMember } = (body["channel"] ?? {}) as { is_member?: unknown };
      return isMember !== false;
    } catch (error) {
      const { reason } = error as { reason?: string };
      // Without the scope nobody can tell; the first question will.
      return reason !== "channel_not_found";
    }
  }
}
