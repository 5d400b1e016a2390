/** Asks the person at this terminal for a yes or no. */
import { createInterface } from "node:readline/promises";
import { UsageError } from "../failure.ts";

/** Anything but a plain yes is a no. Without a terminal the answer is no. */
export async function confirmHere(question: string, yes: RegExp): Promise<boolean> {
  if (process.stdin.isTTY !== true) throw new UsageError((usage) => usage.needsYes());
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => terminal.once("close", () => resolve("")));
  try {
    return yes.test((await Promise.race([terminal.question(question), closed])).trim());
  } finally {
    terminal.close();
  }
}
