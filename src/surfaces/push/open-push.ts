/** Puts the surface together: its files in the state folder, and the credentials that browsers have. */
import { join } from "node:path";
import { devicesOf } from "../../http/devices.ts";
import { seal } from "../../http/secrets.ts";
import { followLocalToken, LOCAL_TOKEN_FILE } from "../../http/token.ts";
import type { HubContext, NotifyingHubSurface } from "../surface.ts";
import { isPushEndpoint } from "./endpoint.ts";
import { pushKeys } from "./keys.ts";
import { createPush } from "./push.ts";
import { createSend } from "./send.ts";
import { openSubscriptions } from "./subscriptions.ts";

export const SUBSCRIPTIONS_FILE = "push-subscriptions.json";
const KEYS_FILE = "push-keys.json";

type Parts = Pick<HubContext, "desk" | "settings" | "person" | "clock" | "onWarning">;

export async function openPush(parts: Parts): Promise<NotifyingHubSurface> {
  const { clock, settings, onWarning } = parts;
  const { stateDirectory, "push.alsoTo": alsoTo } = settings;
  const token = await followLocalToken(join(stateDirectory, LOCAL_TOKEN_FILE));
  const devices = devicesOf({ stateDirectory });
  const pageOwner = () => `page:${seal(token(), "push")}`;
  const isGood = (owner: string) =>
    owner === pageOwner() || devices.get(owner.replace(/^device:/, "")) !== null;
  const path = join(stateDirectory, SUBSCRIPTIONS_FILE);
  // Made with the first browser that asks for them.
  const keys = () => pushKeys(join(stateDirectory, KEYS_FILE));
  const send = createSend({ keys, alsoTo, clock });
  return createPush({
    ...parts,
    ...{ keys, pageOwner, alsoTo },
    subscriptions: openSubscriptions({ path, isGood, onWarning }),
    // The setting may have changed since the browser subscribed.
    send: async (to, push, signal) =>
      isPushEndpoint(to.endpoint, alsoTo) ? send(to, push, signal) : { how: "gone" },
  });
}
