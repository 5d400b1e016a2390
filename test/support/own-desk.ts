/**
 * A desk on which a test decides as one of our own surfaces would: its decisions are sealed. Those
 * of `openDesk` are a program's, and shown as such.
 */
import { dirname, join } from "node:path";
import { openDesk } from "../../src/askline.ts";
import { createDesk, type Desk } from "../../src/desk/desk.ts";
import { systemClock } from "../../src/store/clock.ts";
import { openFileStore } from "../../src/store/file/file-store.ts";
import { openSeals, SEAL_KEY } from "../../src/store/file/seals.ts";
import { lifeOf, thisProcess } from "../../src/store/process-identity.ts";

export function openOwnDesk(sessionsDirectory: string): Desk {
  const desk = openDesk({ sessionsDirectory });
  const seals = openSeals(join(dirname(sessionsDirectory), SEAL_KEY));
  const store = openFileStore({ directory: sessionsDirectory, seals });
  const newId = () => crypto.randomUUID();
  const own = createDesk({ store, clock: systemClock, newId, owner: thisProcess, lifeOf });
  return {
    ...desk,
    answer: own.answer,
    reject: own.reject,
    async close() {
      await own.close();
      await desk.close();
    },
  };
}
