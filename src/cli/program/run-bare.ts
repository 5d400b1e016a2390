/** Runs a command that was given no arguments, without the parser. */

import { reportFailure } from "../failure.ts";
import { handleOutputErrors } from "../output-errors.ts";

export async function runBare(command: () => Promise<number>): Promise<number> {
  handleOutputErrors();
  return command().catch((error) => reportFailure(error, { json: false }));
}
