/** Sends once more what the hub refused for good, since the person asks for it. */
import { withLock } from "../file/lock.ts";
import { isToSend, isToTry, openKept } from "./kept.ts";
import { lockIn } from "./outbox.ts";
import { openRemoteStore, type RemoteStoreOptions } from "./remote-store.ts";

export async function sendAgain(options: RemoteStoreOptions): Promise<void> {
  const { directory } = options;
  const kept = openKept(directory);
  const isGivenUp = () => kept.list().filter((one) => isToSend(one) && !isToTry(one));
  if (isGivenUp().length === 0) return;
  await withLock(lockIn(directory), async () => {
    for (const { refused: _, isRefusedForGood: __, ...one } of isGivenUp()) await kept.write(one);
  });
  const store = openRemoteStore(options);
  try {
    // Whatever is to be sent goes out before a list is read.
    await store.find({ status: "pending" });
  } finally {
    await store.close();
  }
}
