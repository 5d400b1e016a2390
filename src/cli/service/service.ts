/**
 * `askline service install | uninstall | status`: runs the hub at every login, where systemd
 * manages a person's services.
 */

import { existsSync, readFileSync, rmSync } from "node:fs";
import type { Sentences } from "../../core/ask/spoken-error.ts";
import { printableJson } from "../../core/json.ts";
import { shellCommand } from "../../core/safety/shell/shell-quote.ts";
import type { LoadedSettings } from "../../desk/settings.ts";
import { loadSettings } from "../../desk/settings.ts";
import { findHub } from "../../hub/address.ts";
import { hubFileOf } from "../agent-log.ts";
import type { CommonOptions } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { CommandError, UsageError } from "../failure.ts";
import { languageBy } from "../language.ts";
import { onPath } from "../launch.ts";
import { writeConfig } from "../setup/config-file.ts";
import { installationHere, isTemporaryCopy } from "../setup/installation.ts";
import { postedHooksInFile } from "../setup/posted-hooks.ts";
import { type ServiceMessages, serviceMessages } from "./messages.ts";
import { SystemctlFailed, systemctl } from "./systemctl.ts";
import { isOurUnit, UNIT_NAME, unitPath, unitText } from "./unit.ts";

class ServiceError extends CommandError {
  readonly code = "service";
}

interface Service {
  readonly settings: LoadedSettings;
  readonly text: ServiceMessages;
  readonly path: string;
  /** Reports what was done, to people or to programs. */
  say(sentence: string, facts: Record<string, unknown>): void;
}

const ACTIONS = { install, uninstall, status };

export async function service(action: string, options: CommonOptions): Promise<number> {
  if (!Object.hasOwn(ACTIONS, action))
    throw new UsageError((usage) => usage.notAnAction(action, Object.keys(ACTIONS)));
  const settings = loadSettings({ stateDirectory: options.stateDir });
  const text = serviceMessages(languageBy(settings.values.language));
  const say = (sentence: string, facts: Record<string, unknown>) =>
    void process.stdout.write(`${options.json ? printableJson(facts) : sentence}\n`);
  try {
    return await ACTIONS[action as keyof typeof ACTIONS]({ settings, text, path: unitPath(), say });
  } catch (error) {
    if (!(error instanceof SystemctlFailed)) throw error;
    throw fail(text.systemdFailed(error.message, shellCommand(hubWords(settings))));
  }
}

async function install({ settings, text, path, say }: Service): Promise<number> {
  const words = hubWords(settings);
  if (process.platform !== "linux" || onPath("systemctl") === undefined)
    throw fail(text.noSystemd(shellCommand(words)));
  if (isTemporaryCopy()) throw new UsageError((usage) => usage.passingInstallation());
  if (existsSync(path) && !isOurUnit(readFileSync(path, "utf8")))
    throw fail(text.foreignUnit(path));
  // If systemd cannot be reached, this fails before anything is written.
  await systemctl("daemon-reload");
  const wasActive = await isActive();
  writeConfig(path, unitText(words, environmentHere()));
  await systemctl("daemon-reload");
  const other = wasActive ? null : await findHub(hubFileOf(settings));
  await systemctl("enable", ...(other === null ? ["--now"] : []), UNIT_NAME);
  if (wasActive) await systemctl("restart", UNIT_NAME);
  const sentence = other === null ? text.installed(path) : text.installedForLater(other.url);
  say(sentence, { unit: path, isRunning: other === null });
  return EXIT.ok;
}

/** The command that starts the hub, wherever it is run. */
function hubWords(settings: LoadedSettings): string[] {
  const { absoluteWords, flags } = installationHere(settings);
  return [...absoluteWords, "serve", ...flags];
}

async function uninstall({ text, path, say }: Service): Promise<number> {
  if (!existsSync(path)) {
    say(text.nothingToUninstall, { unit: null });
    return EXIT.ok;
  }
  if (!isOurUnit(readFileSync(path, "utf8"))) throw fail(text.foreignUnit(path));
  await systemctl("disable", "--now", UNIT_NAME);
  rmSync(path);
  await systemctl("daemon-reload");
  say(postedHooksInFile() === null ? text.uninstalled : `${text.uninstalled}\n${text.hooksStay}`, {
    unit: null,
  });
  return EXIT.ok;
}

async function status({ settings, text, path, say }: Service): Promise<number> {
  const isInstalled = existsSync(path);
  const isRunning = isInstalled && (await isActive());
  const hub = await findHub(hubFileOf(settings));
  const facts = { unit: isInstalled ? path : null, isRunning, hub: hub?.url ?? null };
  if (!isInstalled) say(text.notInstalled, facts);
  else if (!isRunning) say(text.stopped, facts);
  else say(hub === null ? text.silent : text.running(hub.url), facts);
  return isRunning && hub !== null ? EXIT.ok : EXIT.failure;
}

async function isActive(): Promise<boolean> {
  return systemctl("is-active", UNIT_NAME).then(
    () => true,
    () => false,
  );
}

/** The path is needed to find tmux, the folders to find the settings. */
function environmentHere(): Record<string, string> {
  const { PATH = "", ASKLINE_CONFIG_DIR } = process.env;
  return { PATH, ...(ASKLINE_CONFIG_DIR ? { ASKLINE_CONFIG_DIR } : {}) };
}

function fail(sentences: Sentences): ServiceError {
  return new ServiceError(() => sentences);
}
