/** The store of asks that the settings name: files, or a database that is opened when it is used. */
import type { AskStore } from "../ask-store.ts";
import { openFileStore } from "../file/file-store.ts";
import { openSeals, readSeals } from "../file/seals.ts";
import { lazyStore } from "../lazy-store.ts";

export interface StorePlace {
  /** The folder of the sessions, where there is no database. */
  directory: string;
  /** The address of a database; empty without one. */
  databaseUrl: string;
  /** Where notifications of the database come through, if not there. */
  databaseListenUrl: string;
  /** The file of the key that seals decisions; a database keeps its own. */
  sealKey: string | null;
  /** `read`: decisions that are made here are not sealed. */
  seals?: "make" | "read";
  onWarning?: (message: string) => void;
}

export function openStore(place: StorePlace): AskStore {
  const { directory, databaseUrl: url, databaseListenUrl, sealKey, seals = "make" } = place;
  const { onWarning } = place;
  const warn = onWarning === undefined ? {} : { onWarning };
  if (url === "") {
    const open = seals === "make" ? openSeals : readSeals;
    return openFileStore({
      directory,
      seals: sealKey === null ? undefined : open(sealKey),
      ...warn,
    });
  }
  const listenUrl = databaseListenUrl === "" ? undefined : databaseListenUrl;
  return lazyStore(
    async () => {
      const { openSqlStore } = await import("../sql/asks/open-asks.ts");
      return openSqlStore({ url, listenUrl, seals, ...warn });
    },
    { hasJobs: true },
  );
}
