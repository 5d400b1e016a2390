/** Takes in what was spooled while no hub ran: in order, and a file goes only once what it says is durable. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseSpooled, type SpooledCall, spooledNames } from "./spool-file.ts";

export interface Spool {
  /** Takes in what is there now. One run at a time; what fails is left for the next. */
  drain(): Promise<void>;
  /** The same, for who tells of something that happened later; costs a look where there is nothing. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

export interface SpoolOptions {
  directory: string;
  /** Resolves when it is durable. Rejects when it should be tried again; what cannot be read at all is not its problem. */
  take: (call: SpooledCall) => Promise<void>;
  onWarning: (message: string) => void;
  everyMs?: number;
}

// A forwarder that found us too slow spools although we run, so we look now and then.
const EVERY_MS = 2_000;
// A call that fails as often as this, where others do not, has only itself to blame.
const MOST_TRIES = 3;

export function openSpool({ directory, take, onWarning, everyMs = EVERY_MS }: SpoolOptions): Spool {
  const failures = new Map<string, number>();
  let running: Promise<void> | undefined;
  let isClosed = false;
  const timer = setInterval(() => void drain(), everyMs);
  timer.unref();
  return {
    drain,
    async catchUp() {
      // What failed once is tried again in its own time.
      if (spooledNames(directory).some((name) => !failures.has(name))) await drain();
    },
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };

  function drain(): Promise<void> {
    running ??= takeAll()
      .catch((error: Error) =>
        onWarning(`Hook calls kept for later could not be taken in yet: ${error.message}`),
      )
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  async function takeAll() {
    const failed: { name: string; error: Error }[] = [];
    let hasTaken = false;
    for (const name of spooledNames(directory)) {
      if (isClosed) return;
      const text = await readFile(join(directory, name), "utf8").catch(() => null);
      if (text === null) continue;
      try {
        await takeOne(name, text);
        hasTaken = true;
      } catch (error) {
        failed.push({ name, error: error as Error });
        // Where the log itself fails, everything does: no need to try it all.
        if (!hasTaken && failed.length === MOST_TRIES) break;
      }
    }
    for (const { name, error } of failed) await keep(name, error, hasTaken || isOfCall(error));
  }

  async function takeOne(name: string, text: string) {
    const call = parseSpooled(text);
    if (call === null) onWarning(`${name} in the spool is no hook call and was removed.`);
    else await take(call);
    failures.delete(name);
    await rm(join(directory, name), { force: true });
  }

  /** For the next run, unless it has had its tries. */
  async function keep(name: string, error: Error, isItsFault: boolean) {
    if (!failures.has(name))
      onWarning(`${name} in the spool could not be taken in yet: ${error.message}`);
    const count = (failures.get(name) ?? 0) + (isItsFault ? 1 : 0);
    failures.set(name, count);
    if (count < MOST_TRIES) return;
    onWarning(`${name} in the spool cannot be taken in and was removed: ${error.message}`);
    failures.delete(name);
    await rm(join(directory, name), { force: true });
  }
}

/** What it holds is beyond what can be followed; a log that fails says so otherwise. */
function isOfCall(error: Error): boolean {
  return error instanceof RangeError || error instanceof TypeError;
}
