/**
 * While a test file of the core runs, nothing may listen, start a program or read the keyboard:
 * whatever tries ends the test with an error.
 */
import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const STARTS = [
  "spawn",
  "spawnSync",
  "exec",
  "execSync",
  "execFile",
  "execFileSync",
  "fork",
] as const;
const real = {
  listen: net.Server.prototype.listen,
  starts: STARTS.map((name) => [name, childProcess[name]] as const),
  stdin: Object.getOwnPropertyDescriptor(process, "stdin") ?? {},
};

export function guardTheCore(testFile: string): void {
  const isGuarded = net.Server.prototype.listen !== real.listen;
  const isCore = /\/src\/core\//.test(testFile);
  if (isCore && !isGuarded) guard();
  if (!isCore && isGuarded) release();
}

function guard(): void {
  net.Server.prototype.listen = refuse("listen");
  for (const name of STARTS) Object.assign(childProcess, { [name]: refuse("start a process") });
  // What was imported by name changes too. It reads all there is, the keyboard as well.
  syncBuiltinESMExports();
  Object.defineProperty(process, "stdin", { configurable: true, get: refuse("read the keyboard") });
}

function release(): void {
  net.Server.prototype.listen = real.listen;
  Object.assign(childProcess, Object.fromEntries(real.starts));
  Object.defineProperty(process, "stdin", real.stdin);
  syncBuiltinESMExports();
}

function refuse(what: string): () => never {
  return () => {
    throw new Error(`The core's tests must not ${what}.`);
  };
}
