/** Where this platform keeps a program's settings and its state. */
import { homedir } from "node:os";
import { join } from "node:path";

type Environment = Record<string, string | undefined>;

export function configDirectory(environment: Environment = process.env): string {
  return (
    environment["ASKLINE_CONFIG_DIR"] ||
    platformDirectory(environment, "XDG_CONFIG_HOME", ".config", "Preferences")
  );
}

export function defaultStateDirectory(environment: Environment = process.env): string {
  return platformDirectory(environment, "XDG_STATE_HOME", ".local/state", "Application Support");
}

function platformDirectory(
  environment: Environment,
  variable: string,
  unix: string,
  mac: string,
): string {
  const home = homedir();
  if (process.platform === "darwin") return join(home, "Library", mac, "askline");
  if (process.platform === "win32")
    return join(environment["LOCALAPPDATA"] || join(home, "AppData", "Local"), "askline");
  return join(environment[variable] || join(home, unix), "askline");
}
