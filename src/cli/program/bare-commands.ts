/**
 * What people look at all day. Without arguments there is nothing to parse, and the parser takes
 * longer than these commands do.
 */
import { ignoreClosedOutput } from "../closed-output.ts";
import { reportFailure } from "../failure.ts";

/** Runs the command and returns its exit code; undefined if the parser has to look at it. */
export async function runBare(name: string): Promise<number | undefined> {
  if (!isBare(name)) return undefined;
  ignoreClosedOutput();
  return COMMANDS[name]().catch((error) => reportFailure(error, { json: false }));
}

const COMMANDS = {
  list: async () => (await import("../commands/list.ts")).list({}),
  agents: async () => (await import("../commands/agents.ts")).agents({}),
  away: async () => (await import("../commands/away.ts")).away({}),
  back: async () => (await import("../commands/away.ts")).back({}),
  config: async () => (await import("../commands/config.ts")).config({}),
};

function isBare(name: string): name is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, name);
}
