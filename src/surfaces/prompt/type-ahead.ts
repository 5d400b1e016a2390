/** Drops what was typed before the question was visible: it was meant for something else. */
import { setTimeout as sleep } from "node:timers/promises";

// Input in the terminal's buffer arrives at once; the wait is for a key that is still on its way.
const TYPE_AHEAD_MS = 50;
const CTRL_C = "\u0003";

/** The terminal must be raw: otherwise it would keep a line that was begun. Ctrl-C still counts. */
export async function dropTypeAhead(input: NodeJS.ReadStream) {
  const drop = (typed: Buffer | string) => {
    if (typed.includes(CTRL_C)) process.kill(process.pid, "SIGINT");
  };
  input.on("data", drop).resume();
  await sleep(TYPE_AHEAD_MS);
  // A busy process may get here before it has read anything; reading comes before the next turn.
  await new Promise(setImmediate);
  input.off("data", drop);
}
