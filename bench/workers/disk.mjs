/**
 * What the disk itself takes at this very time: a process that makes a small file
 * durable, again and again.
 */
import { serve } from "../support/commands.mjs";
import { timeFsyncs } from "../support/fsync.mjs";

const EVERY_MS = 25;

let times = [];
let timer;

serve({
  begin(file) {
    times = [];
    timer = setInterval(() => times.push(...timeFsyncs(file, 1)), EVERY_MS);
  },
  /** Milliseconds of each write since it began. */
  end() {
    clearInterval(timer);
    return times;
  },
});
