// Counts what went wrong outside of any test, which the JSON report does not tell.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export default class UnhandledReporter {
  onTestRunEnd(_, unhandledErrors) {
    const { UNHANDLED_ERRORS_FILE: file } = process.env;
    if (file === undefined) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ count: unhandledErrors.length }));
  }
}
