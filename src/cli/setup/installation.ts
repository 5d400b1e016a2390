/** How agents' clients can start this very installation of Askline. */
import { sep } from "node:path";
import { defaultStateDirectory } from "../../desk/places.ts";
import type { LoadedSettings } from "../../desk/settings.ts";
import { onPath, programHere, selfPath } from "../launch.ts";

export interface Installation {
  /** The command with its fixed arguments, for clients that are started from a shell. */
  readonly words: readonly string[];
  /** The same with absolute paths, for programs that a desktop starts without the shell's path. */
  readonly absoluteWords: readonly string[];
  /** Arguments behind the command, such as a state folder that is not the default. */
  readonly flags: readonly string[];
  readonly stateDirectory: string;
  /** Where clients that can post their hooks should post them; without it they run commands. */
  readonly posts?: PostedHooks | null;
}

export interface PostedHooks {
  readonly url: string;
  readonly token: string;
}

export function installationHere(settings: LoadedSettings): Installation {
  return {
    words: programHere(),
    absoluteWords: [process.execPath, selfPath()],
    flags: stateFlags(settings),
    stateDirectory: settings.values.stateDirectory,
  };
}

/**
 * A copy in the cache of npx or pnpm is removed some day, and settings that name it would break.
 */
export function isTemporaryCopy(): boolean {
  return selfPath()
    .split(sep)
    .some((folder) => folder === "_npx" || folder.startsWith("dlx-"));
}

export function isOnPath(...names: string[]): boolean {
  return names.some((name) => onPath(name) !== undefined);
}

/**
 * Clients pass on only a part of the environment, so a state folder named
 * there is written as a flag.
 */
function stateFlags({ values: { stateDirectory }, origins }: LoadedSettings): string[] {
  const isUsual =
    origins.stateDirectory.kind === "file" || stateDirectory === defaultStateDirectory({});
  return isUsual ? [] : ["--state-dir", stateDirectory];
}
