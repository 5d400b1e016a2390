/** Runs a command that was given no arguments, without the parser. */
import { ignoreClosedOutput } from "../closed-output.ts";
import { reportFailure } from "../failure.ts";

export async function runBare(command: () => Promise<number>): Promise<number> {
  ignoreClosedOutput();
  return command().catch((error) => reportFailure(error, { json: false }));
}
