/**
 * Loaded into every Node process of a test: writes down its own arguments, and those of each
 * process that it starts, as the system shows them to every account.
 */
import childProcess from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { ASKLINE_TEST_SEEN: seen } = process.env;

function look(pid) {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    if (line !== "") note(line);
  } catch {
    // It is gone already; what it was given is noted below.
  }
}

function note(line) {
  appendFileSync(seen, `${line.replaceAll("\n", " ")}\n`);
}

look("self");
const { spawn } = childProcess.ChildProcess.prototype;
childProcess.ChildProcess.prototype.spawn = function started(options) {
  const result = spawn.call(this, options);
  note(options.args.join(" "));
  look(this.pid);
  return result;
};
for (const name of ["spawnSync", "execFileSync", "execSync"]) {
  const real = childProcess[name];
  childProcess[name] = (program, ...more) => {
    note([program, ...[more[0]].flat().filter((one) => typeof one === "string")].join(" "));
    return real(program, ...more);
  };
}
syncBuiltinESMExports();
