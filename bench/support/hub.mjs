/** A hub in a process of its own, with its state in a folder of the benchmark. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { plainEnvironment } from "./environment.mjs";

const COMMAND = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

export async function startHub(folder) {
  const env = plainEnvironment({
    ASKLINE_STATE_DIR: folder,
    ASKLINE_CONFIG_DIR: folder,
    ASKLINE_BROWSER: "none",
  });
  const child = spawn(process.execPath, [COMMAND, "serve", "--port", "0", "--json"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await new Promise((resolve) =>
    createInterface({ input: child.stdout }).once("line", (...args) => resolve(args)),
  );
  const { token } = JSON.parse(readFileSync(join(folder, "local-token.json"), "utf8"));
  return { child, url: JSON.parse(line).url, token };
}
