/**
 * A program in a terminal of its own, through util-linux `script`: its bytes as they
 * come, keys as they are typed.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { plainEnvironment } from "./environment.mjs";
import { stamp } from "./figures.mjs";

export function openProgram(args, { env = {}, columns = 100, rows = 30 } = {}) {
  const words = [process.execPath, ...args].map((word) => `'${word}'`).join(" ");
  const command = `stty cols ${columns} rows ${rows} -echo; echo "pid=$$;"; exec ${words}`;
  const startedAt = stamp();
  const child = spawn("script", ["-qfec", command, "/dev/null"], {
    env: plainEnvironment({ TERM: "xterm-256color", ...env }),
    stdio: ["pipe", "pipe", "inherit"],
  });
  let output = "";
  const waiting = new Set();
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
    const at = stamp();
    for (const look of waiting) look(at);
  });
  return {
    startedAt,
    until,
    type: (text) => void child.stdin.write(text),
    pid,
    written: () => output.length,
    close,
  };

  /**
   * The moment when the program had written `pattern`, searched from `from`, by default in
   * the output after this call.
   */
  function until(pattern, { from = output.length, seconds = 30 } = {}) {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look);
        reject(
          new Error(`The program never showed ${pattern}:\n${JSON.stringify(output.slice(-2000))}`),
        );
      }, seconds * 1000);
      waiting.add(look);
      look(stamp());
      function look(at) {
        if (!pattern.test(output.slice(from))) return;
        clearTimeout(timer);
        waiting.delete(look);
        resolve(at);
      }
    });
  }

  async function close() {
    const ended = new Promise((resolve) => child.once("close", resolve));
    process.kill(pid(), "SIGTERM");
    child.stdin.end();
    await ended;
  }

  function pid() {
    return Number(/pid=(\d+);/.exec(output)?.[1]);
  }
}

/** Processor time of a process in milliseconds, and its memory in MB, from `/proc`. */
export function usageOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * 10,
    residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
  };
}
