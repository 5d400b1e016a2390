/** Opens an address in the person's browser, if there is one. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

export type BrowserSetting = "auto" | "none" | (string & {});

/** False if no browser can be reached; the address must then be shown in words. */
export function openBrowser(
  url: string,
  setting: BrowserSetting,
  environment: NodeJS.ProcessEnv = process.env,
  onFailure = sayThatItFailed,
): boolean {
  const command =
    setting === "auto" ? usualCommand(environment) : setting === "none" ? null : [setting];
  const [program, ...args] = command ?? [];
  if (program === undefined) return false;
  const child = spawn(program, [...args, url], { stdio: "ignore", detached: true });
  child.on("error", () => onFailure(url));
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
