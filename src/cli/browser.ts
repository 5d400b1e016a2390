/** Opens an address in the person's browser, if there is one. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import type { Opening } from "../hub/hub.ts";

export type BrowserSetting = "auto" | "none" | (string & {});

/**
 * False if no browser can be reached; the address must then be shown in words. The browser is
 * started with the private file that leads to the link, because every account of the machine can
 * read the arguments of a program.
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
  // A browser of Windows does not find files of the Linux beside it.
  const target = file === undefined || isWindowsSubsystem() ? link : pathToFileURL(file).href;
  const child = spawn(program, [...args, target], { stdio: "ignore", detached: true });
  child.on("error", () => onFailure(link));
  child.unref();
  return true;
}

function sayThatItFailed(url: string) {
  process.stderr.write(`The browser could not be opened. Open this address yourself: ${url}\n`);
}

function usualCommand(environment: NodeJS.ProcessEnv): string[] | null {
  // In a remote shell, the person would not see a window that opens here.
  if (environment["SSH_CONNECTION"] || environment["SSH_TTY"]) return null;
  if (process.platform === "darwin") return ["open"];
  if (process.platform === "win32") return ["cmd", "/c", "start", ""];
  if (isWindowsSubsystem()) return ["cmd.exe", "/c", "start", ""];
  return environment["DISPLAY"] || environment["WAYLAND_DISPLAY"] ? ["xdg-open"] : null;
}

function isWindowsSubsystem(): boolean {
  try {
    return /microsoft/i.test(readFileSync("/proc/version", "utf8"));
  } catch {
    return false;
  }
}
