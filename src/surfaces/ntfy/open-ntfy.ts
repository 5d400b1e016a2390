/** Puts the surface together: its files, and the hub's own token, which its links are sealed with. */
import { join } from "node:path";
import { followPublicAddress } from "../../http/public-address.ts";
import { seal } from "../../http/secrets.ts";
import { followLocalToken, LOCAL_TOKEN_FILE } from "../../http/token.ts";
import { stampOf } from "../../store/file-stamp.ts";
import type { HubContext, NotifyingHubSurface } from "../surface.ts";
import { configPath, loadNtfy, type Ntfy, tokenPath } from "./config.ts";
import { createNtfy } from "./ntfy.ts";
import { openTold } from "./told.ts";

type Parts = Pick<HubContext, "desk" | "settings" | "person" | "locale" | "clock" | "onWarning">;

export async function openNtfy(parts: Parts): Promise<NotifyingHubSurface> {
  const { desk, settings, person, locale, clock, onWarning } = parts;
  const token = await followLocalToken(join(settings.stateDirectory, LOCAL_TOKEN_FILE));
  const paths = [configPath(), tokenPath(settings)];
  let known = { stamp: stamp(), ntfy: load() };
  return createNtfy({
    ...{ desk, person, locale, clock, onWarning },
    ntfy,
    told: openTold(join(settings.stateDirectory, "ntfy-told.json")),
    site: followPublicAddress(settings),
    seal: (text) => seal(token(), text),
  });

  /** Read again when a file has changed: a thousand asks may be looked at in one moment. */
  function ntfy(): Ntfy | null {
    const now = stamp();
    if (now !== known.stamp) known = { stamp: now, ntfy: load() };
    return known.ntfy;
  }

  function stamp(): string {
    return paths.map((path) => stampOf(path)).join(" ");
  }

  function load(): Ntfy | null {
    try {
      return loadNtfy(settings);
    } catch (error) {
      onWarning((error as Error).message);
      return null;
    }
  }
}
