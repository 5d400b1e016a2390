// `npm test`: installs what the tests need, builds, runs them, then checks docs/scenarios.md
// against what really ran. Arguments are passed on to the test runner: `npm test -- store`.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { delimiter, dirname } from "node:path";
import { installMissingPackages } from "./test-packages.mjs";

const VITEST = "node_modules/vitest/vitest.mjs";
const RESULTS = ".test-results";

// npm and programs that begin with "#!/usr/bin/env node" run under this Node too.
process.env.PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
installMissingPackages();
rmSync(RESULTS, { recursive: true, force: true });
run("npm", ["run", "--silent", "build"]);

const chosen = process.argv.slice(2);
const runs = [vitest("tests", chosen)];
// A part of the tests proves nothing about all scenarios.
if (chosen.length === 0) runs.push(vitest("scenarios", ["--config", "vitest.scenarios.config.ts"]));

const passed = runs.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0);
const failed = runs.reduce((sum, result) => sum + result.numFailedTests + result.brokenFiles, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 && runs.every(({ ok }) => ok) ? 0 : 1;

function vitest(name, more) {
  const output = `${RESULTS}/${name}.json`;
  const args = [
    VITEST,
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${output}`,
    ...more,
  ];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  const result = read(output, { numPassedTests: 0, numFailedTests: 1, testResults: [] });
  const brokenFiles = result.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return { ...result, brokenFiles: brokenFiles.length, ok: status === 0 };
}

function read(file, otherwise) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return otherwise;
  }
}

function run(command, args) {
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
