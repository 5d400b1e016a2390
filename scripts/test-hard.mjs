// `npm run test:hard`: runs the suite where it is hardest to pass: on a machine with a load of 15,
// and on newer versions of Node. Prints a table at its end. Arguments are passed on to each run:
// `npm run test:hard -- store`.
import { spawn, spawnSync } from "node:child_process";
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const LOAD = 15;
const CACHE = resolve("node_modules/.cache/test-hard");
// Ends by itself when its run has ended, however it ended.
const BUSY = "const { ppid } = process; while (process.ppid === ppid);";

const runs = [
  { name: `load of ${LOAD}`, node: () => process.execPath, patience: 8, load: LOAD },
  { name: "Node 22", node: () => installed("22"), patience: 2, load: 0 },
  { name: "Node 24", node: () => installed("24"), patience: 2, load: 0 },
];

mkdirSync(CACHE, { recursive: true });
const results = [];
for (const run of runs) results.push(await tested(run));
console.log();
console.table(results);
process.exitCode = results.every(({ failed }) => failed === 0) ? 0 : 1;

async function tested({ name, node, patience, load }) {
  const program = node();
  const busy = Array.from({ length: load }, () =>
    spawn(process.execPath, ["-e", BUSY], { stdio: "ignore" }),
  );
  const began = Date.now();
  try {
    const log = join(CACHE, `${name.replaceAll(" ", "-")}.log`);
    const { passed, failed } = await counted(program, patience, log);
    const minutes = Number(((Date.now() - began) / 60_000).toFixed(1));
    return { run: name, node: versionOf(program), minutes, passed, failed, log };
  } finally {
    for (const child of busy) child.kill("SIGKILL");
  }
}

/** The run's last line. A run that does not reach it has failed. */
async function counted(program, patience, log) {
  const env = { ...process.env, ASKLINE_TEST_PATIENCE: String(patience) };
  const args = ["scripts/test.mjs", ...process.argv.slice(2)];
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "inherit"], env });
  const file = createWriteStream(log);
  let end = "";
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (text) => {
    process.stdout.write(text);
    file.write(text);
    end = (end + text).slice(-1_000);
  });
  const status = await new Promise((done) => child.on("close", done));
  file.end();
  const [, passed = 0, failed = 1] = /(\d+) passed, (\d+) failed\s*$/.exec(end) ?? [];
  return {
    passed: Number(passed),
    failed: status === 0 ? Number(failed) : Math.max(1, Number(failed)),
  };
}

/** The npm package `node` brings the program of each version. */
function installed(version) {
  const folder = join(CACHE, `node-${version}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  const args = ["install", "--no-audit", "--no-fund", "--no-save", `node@${version}`];
  const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit" });
  if (status !== 0) throw new Error(`Node ${version} could not be installed.`);
  return join(folder, "node_modules/node/bin/node");
}

function versionOf(program) {
  return spawnSync(program, ["--version"], { encoding: "utf8" }).stdout.trim();
}
