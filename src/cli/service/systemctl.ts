/** Runs `systemctl` for the current person's own services. */
import { execFile } from "node:child_process";

export class SystemctlFailed extends Error {}

const PATIENCE_MS = 30_000;

export function systemctl(...words: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      "systemctl",
      ["--user", ...words],
      { timeout: PATIENCE_MS },
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout.trim());
        const [line = ""] = (stderr.trim() || stdout.trim() || error.message).split("\n");
        reject(new SystemctlFailed(line, { cause: error }));
      },
    );
  });
}
