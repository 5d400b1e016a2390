/** Where this machine's asks are kept: in files, in a database, or on a hub elsewhere. */
import { join } from "node:path";
import type { Locale } from "../core/locale.ts";
import type { Settings } from "../desk/settings.ts";
import type { AskStore } from "../store/ask-store.ts";
import { openSeals, SEAL_KEY } from "../store/file/seals.ts";
import { lazyStore } from "../store/lazy-store.ts";
import { openStore } from "../store/open/open-store.ts";
import { isHidden, redacting } from "../store/redacting-store.ts";
import { type RemoteHub, remoteHere } from "./remote/remote-here.ts";

export interface StoreOptions {
  settings: Pick<
    Settings,
    "stateDirectory" | "sessionsDirectory" | "redact" | "databaseUrl" | "databaseListenUrl"
  >;
  /** A folder of sessions was named: it is meant, whatever else is set up. */
  isOwnFolder?: boolean;
  /** In which what is hidden is named; asked for when something is hidden. */
  locale: () => Locale;
  onWarning: (message: string) => void;
}

export function openStoreHere(options: StoreOptions): AskStore {
  const { settings, isOwnFolder = false, locale, onWarning } = options;
  const { stateDirectory, sessionsDirectory: directory, databaseListenUrl, redact } = settings;
  const databaseUrl = isOwnFolder ? "" : settings.databaseUrl;
  const sealKey = join(stateDirectory, SEAL_KEY);
  const remote = isOwnFolder ? null : remoteHere(stateDirectory);
  const store =
    remote === null
      ? openStore({ directory, databaseUrl, databaseListenUrl, sealKey, onWarning })
      : lazyStore(() => openRemote(remote, options));
  // What leaves this machine is seen by others, as a database is.
  const isHiding = isHidden(redact, remote?.url ?? databaseUrl);
  return isHiding ? redacting(store, { seals: openSeals(sealKey), locale }) : store;
}

async function openRemote(remote: RemoteHub, { settings, onWarning }: StoreOptions) {
  const [{ openRemoteStore }, { checkRemote }] = await Promise.all([
    import("../store/remote/remote-store.ts"),
    import("./remote/address.ts"),
  ]);
  checkRemote(remote);
  const directory = join(settings.stateDirectory, "remote");
  return openRemoteStore({ ...remote, directory, onWarning });
}
