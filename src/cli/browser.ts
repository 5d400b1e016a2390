/** Opens an address in the person's browser, if there is one. */
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Opening } from "../hub/hub.ts";
import { AGENT_MARKS } from "../store/agent-behind.ts";

export type BrowserSetting = "auto" | "none" | (string & {});

/**
 * False if no browser can be reached; the address must then be shown in words. The browser is
 * started with the private file that leads to the link, never with the link itself, because every
 * account of the machine can read the arguments of a program.
 */
export function openBrowser(
  { link, file }: Opening,
  setting: BrowserSetting,
  environment: NodeJS.ProcessEnv = process.env,
  onFailure = sayThatItFailed,
): boolean {
  const command =
    setting === "auto" ? usualCommand(environment) : setting === "none" ? null : [setting];
  const [program, ...args] = command ?? [];
  if (program === undefined) return false;
  const target = file === undefined ? null : placeFor(program, file);
  if (target === null) return false;
  const options = { stdio: "ignore", detached: true, env: withoutMarks(environment) } as const;
  const child = leavesUs
    ? spawn("/bin/sh", ["-c", LEAVE, "sh", program, ...args, target], options)
    : spawn(program, [...args, target], options);
  child.on("error", () => onFailure(link));
  child.on("exit", (code) => {
    if (leavesUs && code === NO_SUCH_PROGRAM) onFailure(link);
  });
  child.unref();
  return true;
}

// A browser is the person's, though an agent's process may have opened it: it must not count as
// the agent's descendant, nor carry the agent's mark (store/agent-behind.ts).
const leavesUs = process.platform === "linux";
const LEAVE = 'command -v "$1" >/dev/null || exit 127; "$@" &';
const NO_SUCH_PROGRAM = 127;

function withoutMarks(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !Object.hasOwn(AGENT_MARKS, name)),
  );
}

function sayThatItFailed(url: string) {
  process.stderr.write(`The browser could not be opened. Open this address yourself: ${url}\n`);
}

function usualCommand(environment: NodeJS.ProcessEnv): string[] | null {
  // In a remote shell, the person would not see a window that opens here.
  if (environment["SSH_CONNECTION"] || environment["SSH_TTY"]) return null;
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["cmd", "/c", "start", ""];
  if (isWindowsSubsystem(environment)) return ["cmd.exe", "/c", "start", ""];
  return environment["DISPLAY"] || environment["WAYLAND_DISPLAY"] ? ["xdg-open"] : null;
}

/** Programs of Windows know the files of the Linux beside it under names of their own. */
function placeFor(program: string, file: string): string | null {
  if (process.platform === "win32" || !/\.exe$/i.test(program)) return pathToFileURL(file).href;
  const { status, stdout } = spawnSync("wslpath", ["-w", file], { encoding: "utf8" });
  const path = stdout?.trim();
  return status === 0 && path !== "" ? path : null;
}

function isWindowsSubsystem(environment: NodeJS.ProcessEnv): boolean {
  if (environment["WSL_DISTRO_NAME"]) return true;
  try {
    return /microsoft/i.test(readFileSync("/proc/version", "utf8"));
  } catch {
    return false;
  }
}
