#!/usr/bin/env node
/** The `askline` command. Nothing but Node itself is loaded before it is known what is wanted. */
import { enableCompileCache, keepMemorySmall, VERSION } from "./runtime.ts";

enableCompileCache();

const [command, ...rest] = process.argv.slice(2);
if (command === "mcp") keepMemorySmall();
if (rest.length === 0 && (command === "--version" || command === "-V")) {
  process.stdout.write(`${VERSION}\n`);
} else if (command === "hook" && !rest.some((word) => word === "--help" || word === "-h")) {
  const { hook } = await import("./hook.ts");
  process.exitCode = await hook(rest);
} else if (rest.length === 0 && command === "mcp") {
  // Agents start this all day long, and with nothing to parse the parser need not be loaded.
  const { mcp } = await import("./mcp.ts");
  const { reportFailure } = await import("./failure.ts");
  process.exitCode = await mcp({}).catch((error) => reportFailure(error, { json: false }));
} else {
  const { run } = await import("./program.ts");
  process.exitCode = await run(process.argv);
}
