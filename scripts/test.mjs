// `npm test`: sees to what the tests need, builds, runs them, then checks docs/scenarios.md against what really ran.
// Arguments go on to the test runner: `npm test -- store`.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";

const DEBIAN_PACKAGES = { tmux: "tmux", strace: "strace", chromium: "chromium", pg_ctl: "postgresql" };
const RESULTS = ".test-results";

installMissingPackages();
rmSync(RESULTS, { recursive: true, force: true });
run("npm", ["run", "--silent", "build"]);

const chosen = process.argv.slice(2);
const runs = [vitest("tests", chosen)];
// A part of the tests says nothing about all scenarios.
if (chosen.length === 0) runs.push(vitest("scenarios", ["--config", "vitest.scenarios.config.ts"]));

const passed = runs.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0);
const failed = runs.reduce((sum, result) => sum + result.numFailedTests + result.brokenFiles, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 && runs.every(({ ok }) => ok) ? 0 : 1;

function vitest(name, more) {
  const output = `${RESULTS}/${name}.json`;
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${output}`];
  const { status } = spawnSync("npx", ["vitest", "run", ...reporters, ...more], { stdio: "inherit" });
  const result = read(output);
  const brokenFiles = result.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return { ...result, brokenFiles: brokenFiles.length, ok: status === 0 };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { numPassedTests: 0, numFailedTests: 1, testResults: [] };
  }
}

function installMissingPackages() {
  const missing = Object.entries(DEBIAN_PACKAGES).flatMap(([command, name]) => (isThere(command) ? [] : [name]));
  if (missing.length === 0) return;
  const install = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  if (process.getuid?.() !== 0 || !isThere("apt-get")) {
    console.error(`The tests need ${missing.join(", ")}. Install it first: sudo sh -c '${install}'`);
    process.exit(1);
  }
  run("sh", ["-c", install]);
}

function isThere(command) {
  // Debian keeps PostgreSQL's commands for those who name a version.
  const look = `command -v ${command} || ls /usr/lib/postgresql/*/bin/${command}`;
  return spawnSync("sh", ["-c", look], { stdio: "ignore" }).status === 0;
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
