/**
 * A newcomer's first minute: a fresh clone, then exactly the commands of the README's first block,
 * until a question has been answered. Downloads depend on the network and are timed separately.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { plainEnvironment } from "./support/environment.mjs";
import { stamp } from "./support/figures.mjs";
import { onScene } from "./support/scene.mjs";
import { row } from "./support/table.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BROWSER = fileURLToPath(new URL("./support/answering-browser.mjs", import.meta.url));
const GOAL_SECONDS = 60;

export async function firstMinute() {
  return onScene(async ({ folder }) => {
    const clone = join(folder, "askline");
    execFileSync("git", ["clone", "--quiet", ROOT, clone]);
    const [install, start, ...more] = commandsIn(readFileSync(join(clone, "README.md"), "utf8"));
    // A person who has never used it: no state, no settings, and a browser that answers at once.
    const env = plainEnvironment({
      HOME: folder,
      XDG_STATE_HOME: "",
      XDG_CONFIG_HOME: "",
      ASKLINE_BROWSER: BROWSER,
    });
    const installing = timeInstall(install, clone, { ...env, HOME: process.env.HOME });
    const answering = await untilAnswered(start, clone, env);
    return [
      row("commands in the README's first block", 2 + more.length, "", { goal: 2 }),
      row(`${install} (downloads, apart from the goal)`, installing, "s"),
      row(`${start}, until the first question is answered`, answering, "s", { goal: GOAL_SECONDS }),
    ];
  });
}

function commandsIn(readme) {
  const [, block = ""] = /```sh\n(.*?)```/s.exec(readme) ?? [];
  return block
    .split(/\n|&&/)
    .map((command) => command.trim())
    .filter((command) => command !== "");
}

function timeInstall(command, cwd, env) {
  const begin = stamp();
  const { status, stderr } = spawnSync("sh", ["-c", command], { cwd, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`"${command}" failed: ${stderr}`);
  return (stamp() - begin) / 1000;
}

/** From the command to the words that the agent reads. */
function untilAnswered(command, cwd, env) {
  const begin = stamp();
  // A process group of its own, so that everything it started can be ended with it.
  const child = spawn("sh", ["-c", command], {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let said = "";
    let time;
    const hear = (chunk) => {
      said += chunk;
      if (time !== undefined || !/^\s*→ /m.test(said)) return;
      time = (stamp() - begin) / 1000;
      process.kill(-child.pid, "SIGINT");
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", hear);
    child.once("close", () => {
      if (time === undefined) reject(new Error(`"${command}" ended without an answer: ${said}`));
      else resolve(time);
    });
  });
}
