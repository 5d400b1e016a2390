/** Lets a phone in right after the tunnel was opened, as `askline pair` does. */
import type { CommonOptions } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { runCommand, surfaceCommands } from "./surface-commands.ts";

/** Without the surface that devices belong to there is nothing to pair with. */
export async function pairHere({ stateDir }: CommonOptions): Promise<number> {
  const pair = (await surfaceCommands()).find(({ usage }) => usage === "pair");
  const options = stateDir === undefined ? {} : { stateDir };
  return pair === undefined ? EXIT.ok : runCommand(pair, [], options);
}
