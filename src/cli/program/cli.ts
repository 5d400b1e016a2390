#!/usr/bin/env node
/**
 * The `askline` command. Loads only Node itself until it knows which command is meant. What a hook
 * needs is there from the start: agents start hooks all day long, and it is little.
 */
import { hook } from "../commands/hook.ts";
import { enableCompileCache, keepMemorySmall, VERSION } from "../runtime.ts";

enableCompileCache();

// What people look at all day. Without arguments there is nothing to parse, and the parser takes
// longer than these commands do.
const BARE: Record<string, () => Promise<(options: object) => Promise<number>>> = {
  list: async () => (await import("../commands/list.ts")).list,
  agents: async () => (await import("../commands/agents.ts")).agents,
  away: async () => (await import("../commands/away.ts")).away,
  back: async () => (await import("../commands/away.ts")).back,
  config: async () => (await import("../commands/config.ts")).config,
};

const [command, ...rest] = process.argv.slice(2);
if (command === "mcp") keepMemorySmall();
if (rest.length === 0 && (command === "--version" || command === "-V")) {
  process.stdout.write(`${VERSION}\n`);
} else if (command === "hook" && !rest.some((word) => word === "--help" || word === "-h")) {
  process.exitCode = await hook(rest);
} else if (rest.length === 0 && command === "mcp") {
  // Agents start this all day long, and without arguments the parser is not needed.
  const { mcp } = await import("../mcp/mcp.ts");
  process.exitCode = await mcp({}).catch(failed);
} else if (command === "__asks") {
  // A shell calls this at every press of the Tab key; its words are not for the parser.
  const { completeAsks } = await import("../completion/complete-asks.ts");
  completeAsks(rest);
} else if (command === "__projects") {
  const { completeProjects } = await import("../completion/complete-projects.ts");
  completeProjects(rest);
} else if (rest.length === 0 && (command === "inbox" || (command === undefined && isTerminal()))) {
  const { runFirstCommand } = await import("./surface-commands.ts");
  const ended = await runFirstCommand("inbox").catch(failed);
  process.exitCode = ended ?? (await parse());
} else if (rest.length === 0 && Object.hasOwn(BARE, command ?? "")) {
  // Loaded side by side: one after the other, each would wait for the disk by itself.
  const [{ runBare }, bare] = await Promise.all([import("./run-bare.ts"), BARE[command ?? ""]?.()]);
  process.exitCode = bare === undefined ? await parse() : await runBare(() => bare({}));
} else {
  process.exitCode = await parse();
}

async function parse(): Promise<number> {
  const { run } = await import("./program.ts");
  return run(process.argv);
}

async function failed(error: unknown): Promise<number> {
  const { reportFailure } = await import("../failure.ts");
  return reportFailure(error, { json: false });
}

function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}
