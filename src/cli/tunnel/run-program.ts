/** Runs the programs that open tunnels. No secret is among their arguments. */
import { execFile, spawn } from "node:child_process";
import { TunnelError } from "./way.ts";

const PATIENCE_MS = 30_000;

/** What it printed. Throws with the first line of its complaint. */
export function runHere(program: string, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, words, { timeout: PATIENCE_MS }, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      reject(failed(program, stderr || stdout || error.message));
    });
  });
}

/** The person sees what it says and can answer it. Its output goes to standard error. */
export function runShown(program: string, words: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: ["inherit", 2, 2] });
    child.on("error", (error) => reject(failed(program, error.message)));
    // The exit, not the end of its output: what stays in the background keeps that open.
    child.on("exit", (code) =>
      code === 0 ? resolve() : reject(new TunnelError((text) => text.programEnded(program))),
    );
  });
}

function failed(program: string, said: string): TunnelError {
  const [line = ""] = said.trim().split("\n");
  return new TunnelError((text) => text.programFailed(program, line));
}
