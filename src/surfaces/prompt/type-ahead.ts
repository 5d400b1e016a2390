/** What was typed before there was a question to see: it was meant for something else. */
import { setTimeout as sleep } from "node:timers/promises";

// What lies in the terminal's buffer is there at once; this leaves time for a key that is on its way.
const TYPE_AHEAD_MS = 50;
const CTRL_C = "\u0003";

/** Reads it away, from a terminal that is raw: otherwise it would keep a line that was begun. Ctrl-C still counts. */
export async function dropTypeAhead(input: NodeJS.ReadStream) {
  const drop = (typed: Buffer | string) => {
    if (typed.includes(CTRL_C)) process.kill(process.pid, "SIGINT");
  };
  input.on("data", drop).resume();
  await sleep(TYPE_AHEAD_MS);
  // A busy process may come here before it has read at all; reading comes before the next turn.
  await new Promise(setImmediate);
  input.off("data", drop);
}
