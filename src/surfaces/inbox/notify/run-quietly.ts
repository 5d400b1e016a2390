/** Runs the desktop's own tool without waiting for it. */
import { spawn } from "node:child_process";

/** Ignores a tool that is missing or fails: an error message would disturb the screen. */
export function runQuietly(command: string, args: string[]): void {
  const child = spawn(command, args, { stdio: "ignore", detached: true, windowsHide: true });
  child.on("error", () => {});
  child.unref();
}
