/** The store of a machine whose asks are kept by a hub elsewhere. */
import { once } from "../../core/cache.ts";
import type { AskStore } from "../ask-store.ts";
import { systemClock } from "../clock.ts";
import { openHttpStore } from "./http-store.ts";
import { placeIn } from "./place.ts";
import { openTransport } from "./transport.ts";

export interface RemoteStoreOptions {
  url: string;
  token: string;
  /** In which project asks are put; the token's own, where it has just one, unless given. */
  project?: string | undefined;
  /** For what has to be kept here. */
  directory: string;
  onWarning: (message: string) => void;
}

export function openRemoteStore({ url, token, project, directory }: RemoteStoreOptions): AskStore {
  const transport = openTransport({ url, token, clock: systemClock });
  const hub = openHttpStore({ transport, clock: systemClock, place: placeIn(directory) });
  const projectOf = once(async () => project ?? onlyOne((await hub.me()).projects));
  return { ...hub, create };

  async function create(ask: Parameters<AskStore["create"]>[0]) {
    const own = await projectOf();
    await hub.create(own === undefined ? ask : { ...ask, source: { ...ask.source, project: own } });
  }
}

function onlyOne(projects: string[] | null): string | undefined {
  return projects?.length === 1 ? projects[0] : undefined;
}
