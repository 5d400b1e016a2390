/**
 * The systemd user unit that runs the hub: its text and its path. Pure except for the home folder.
 */
import { homedir } from "node:os";
import { join } from "node:path";

export const UNIT_NAME = "askline.service";

const MARK = "# Written by `askline service install`; `askline service uninstall` removes it.";

export function unitPath(environment: NodeJS.ProcessEnv = process.env): string {
  return join(
    environment["XDG_CONFIG_HOME"] || join(homedir(), ".config"),
    "systemd",
    "user",
    UNIT_NAME,
  );
}

export function isOurUnit(text: string): boolean {
  return text.startsWith(MARK);
}

/** `words` is the whole command, with absolute paths, because no shell resolves names at login. */
export function unitText(words: readonly string[], environment: Record<string, string>): string {
  const variables = Object.entries(environment).map(
    ([name, value]) => `Environment=${systemdWord(`${name}=${value}`)}`,
  );
  return [
    MARK,
    "[Unit]",
    "Description=Askline: agents ask, people answer",
    // If a hub started by hand has the port, give up instead of retrying for ever.
    "StartLimitIntervalSec=60",
    "StartLimitBurst=5",
    "",
    "[Service]",
    `ExecStart=${words.map((word) => systemdWord(word).replaceAll("$", "$$$$")).join(" ")}`,
    "Restart=on-failure",
    "RestartSec=2",
    ...variables,
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
}

/** systemd reads backslashes, quotes and percent signs in its own way. */
function systemdWord(word: string): string {
  return `"${word.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%")}"`;
}
