/**
 * Takes in the calls spooled while no hub ran: in order,
 * and a file is removed only once its call is durable.
 */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseSpooled, type SpooledCall, spooledNames } from "./spool-file.ts";

export interface Spool {
  /** Takes in the spooled calls. One run at a time; a call that fails is left for the next run. */
  drain(): Promise<void>;
  /** The same, before a later call is heard; costs one look at the folder if nothing is spooled. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

export interface SpoolOptions {
  directory: string;
  /**
   * Resolves once the call is durable. Rejects if the call should be tried again; a call that
   * nobody can read resolves too.
   */
  take: (call: SpooledCall) => Promise<void>;
  onWarning: (message: string) => void;
  everyMs?: number;
}

// A forwarder that finds the hub too slow spools
// although it runs, so the spool is checked regularly.
const EVERY_MS = 2_000;
// A call that fails this often while others succeed is itself at fault.
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
      // Calls that have failed before wait for the regular run.
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
        // If the log itself fails, every call will fail: no need to try them all.
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

  /** Keeps the call for the next run, unless it has used up its tries. */
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

/** Whether the call's own content caused the error; a failing log throws other errors. */
function isOfCall(error: Error): boolean {
  return error instanceof RangeError || error instanceof TypeError;
}
