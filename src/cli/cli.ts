#!/usr/bin/env node
/** The `askline` command. Nothing but Node itself is loaded before it is known what is wanted. */
import { enableCompileCache, VERSION } from "./runtime.ts";

enableCompileCache();

const [only, ...rest] = process.argv.slice(2);
if (rest.length === 0 && (only === "--version" || only === "-V")) {
  process.stdout.write(`${VERSION}\n`);
} else {
  const { run } = await import("./program.ts");
  process.exitCode = await run(process.argv);
}
