/** Agents' real clients from npm, kept in a cache beside the project's own packages. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { npm } from "./npm.ts";

const CACHE = fileURLToPath(new URL("../../node_modules/.cache/real-clients", import.meta.url));

/** Returns the path of its program. Needs the network the first time only. */
export function installClient(name: string, version: string, program: string): string {
  const folder = join(CACHE, `${program}-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    // A download that was cut short must not pass for a client.
    const fresh = mkdtempSync(join(CACHE, "fresh-"));
    const args = ["install", "--prefix", fresh, "--no-save", "--no-audit", "--no-fund"];
    npm([...args, `${name}@${version}`]);
    // Another file of tests may have installed it meanwhile.
    if (existsSync(folder)) rmSync(fresh, { recursive: true });
    else renameSync(fresh, folder);
  }
  return join(folder, "node_modules", ".bin", program);
}
