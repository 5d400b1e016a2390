// `npm test`: sees to what the tests need, builds, runs them, then checks docs/scenarios.md against what really ran.
// Arguments go on to the test runner: `npm test -- store`.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, relative } from "node:path";
import { installMissingPackages } from "./test-packages.mjs";

const VITEST = "node_modules/vitest/vitest.mjs";
const RESULTS = ".test-results";
// More than these are no matter of a busy machine.
const MOST_UNSTEADY = 3;

// npm, and programs that begin with "#!/usr/bin/env node", run under this Node too.
process.env.PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`;
installMissingPackages();
rmSync(RESULTS, { recursive: true, force: true });
run("npm", ["run", "--silent", "build"]);

const chosen = process.argv.slice(2);
const first = vitest("tests", chosen);
const whole = chosen.length === 0 ? lookedAtAgain(first) : first;
const runs = [whole];
// A part of the tests says nothing about all scenarios.
if (chosen.length === 0) runs.push(vitest("scenarios", ["--config", "vitest.scenarios.config.ts"]));

const passed = runs.reduce((sum, { numPassedTests }) => sum + numPassedTests, 0);
const failed = runs.reduce((sum, result) => sum + result.numFailedTests + result.brokenFiles, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 && runs.every(({ ok }) => ok) ? 0 : 1;

/**
 * Thousands of tests with real processes, terminals and pages share one machine. One or two that fail among all the
 * others are run again by themselves; whatever passes only then is named, to be mended, and fails no other work.
 */
function lookedAtAgain(run) {
  const failed = run.testResults.filter(({ status }) => status === "failed");
  const isFew = run.numFailedTests > 0 && run.numFailedTests <= MOST_UNSTEADY && run.brokenFiles === 0;
  if (!isFew || run.unhandledErrors > 0) return run;
  const files = failed.map(({ name }) => relative(process.cwd(), name));
  console.log(`\nFailed among the others, run again alone: ${files.join(", ")}`);
  const again = vitest("again", files);
  if (!again.ok || again.numFailedTests > 0) return run;
  const titles = failed.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName),
  );
  console.log(`\nUNSTEADY, passed only when run alone:\n${titles.map((title) => `  ${title}`).join("\n")}\n`);
  const others = run.testResults.filter((file) => !failed.includes(file));
  const merged = {
    ...run,
    numPassedTests: run.numPassedTests + run.numFailedTests,
    numFailedTests: 0,
    success: true,
    testResults: [...others, ...again.testResults],
  };
  writeFileSync(`${RESULTS}/tests.json`, JSON.stringify(merged));
  return { ...merged, ok: true };
}

function vitest(name, more) {
  const output = `${RESULTS}/${name}.json`;
  const unhandled = `${RESULTS}/${name}-unhandled.json`;
  const reporters = ["default", "json", "./scripts/unhandled-reporter.mjs"].map((one) => `--reporter=${one}`);
  const env = { ...process.env, UNHANDLED_ERRORS_FILE: unhandled };
  const args = [VITEST, "run", ...reporters, `--outputFile.json=${output}`, ...more];
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit", env });
  const result = read(output, { numPassedTests: 0, numFailedTests: 1, testResults: [] });
  const { count: unhandledErrors } = read(unhandled, { count: 1 });
  const brokenFiles = result.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  return { ...result, unhandledErrors, brokenFiles: brokenFiles.length, ok: status === 0 };
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
