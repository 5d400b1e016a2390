/** Takes in what was spooled while no hub ran: in order, and a file goes only once what it says is durable. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseSpooled, type SpooledCall, spooledNames } from "./spool-file.ts";

export interface Spool {
  /** Takes in what is there now. One run at a time; a run that fails leaves the rest for the next. */
  drain(): Promise<void>;
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

export function openSpool({ directory, take, onWarning, everyMs = EVERY_MS }: SpoolOptions): Spool {
  let running: Promise<void> | undefined;
  let isClosed = false;
  const timer = setInterval(() => void drain(), everyMs);
  timer.unref();
  return {
    drain,
    async close() {
      isClosed = true;
      clearInterval(timer);
      await running;
    },
  };

  function drain(): Promise<void> {
    running ??= takeAll()
      .catch((error: Error) => onWarning(`Hook calls kept for later could not be taken in yet: ${error.message}`))
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  async function takeAll() {
    for (const name of spooledNames(directory)) {
      if (isClosed) return;
      const path = join(directory, name);
      const text = await readFile(path, "utf8").catch(() => null);
      if (text === null) continue;
      const call = parseSpooled(text);
      if (call === null) onWarning(`${name} in the spool is no hook call and was removed.`);
      else await take(call);
      await rm(path, { force: true });
    }
  }
}
