/** Hears that the bot was invited to a channel, where questions may have waited for that. */
import type { App } from "@slack/bolt";
import type { SeenEvents } from "../transport/dedupe.ts";
import { eventKey } from "../transport/dedupe-receiver.ts";
import type { BlockedPlaces } from "./blocked-places.ts";

export interface InvitationParts {
  app: App;
  blocked: Pick<BlockedPlaces, "invited">;
  seen: Pick<SeenEvents, "done">;
  botUserId: string;
}

export function hearInvitations({ app, blocked, seen, botUserId }: InvitationParts): void {
  app.event("member_joined_channel", async ({ event, body }) => {
    if (event.user === botUserId) blocked.invited(event.channel);
    seen.done(eventKey(body));
  });
}
