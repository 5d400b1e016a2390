/** The store of a machine whose asks are kept by a hub elsewhere. */
import type { AskStore } from "../ask-store.ts";
import { systemClock } from "../clock.ts";
import { openHttpStore } from "./http-store.ts";
import { openOfflineStore } from "./offline-store.ts";
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

export function openRemoteStore(options: RemoteStoreOptions): AskStore {
  const { url, token, project, directory, onWarning } = options;
  const transport = openTransport({ url, token, clock: systemClock });
  const parts = { transport, clock: systemClock, place: placeIn(directory), project };
  const hub = openHttpStore({ ...parts, onThere: () => store.wake() });
  const store = openOfflineStore({ hub, url, directory, onWarning });
  return store;
}
