/** How agents' clients can start this very installation of Askline. */
import { sep } from "node:path";
import { defaultStateDirectory } from "../../desk/places.ts";
import type { LoadedSettings } from "../../desk/settings.ts";
import { onPath, programHere, selfPath } from "../launch.ts";

export interface Installation {
  /** The command and what every call of it needs, for clients that are started from a shell. */
  readonly words: readonly string[];
  /** The same with nothing to look up, for programs that a desktop starts without the shell's path. */
  readonly absoluteWords: readonly string[];
  /** Words behind the command, such as where the state is when that is not where everybody looks. */
  readonly flags: readonly string[];
  /** Where clients that can post their hooks should do so; without it they run commands. */
  readonly posts?: PostedHooks | null;
}

export interface PostedHooks {
  readonly url: string;
  readonly token: string;
}

export function installationHere(settings: LoadedSettings): Installation {
  return { words: programHere(), absoluteWords: [process.execPath, selfPath()], flags: stateFlags(settings) };
}

/** A copy in the cache of npx or pnpm goes away some day, and settings that name it would be left behind. */
export function isPassing(): boolean {
  return selfPath()
    .split(sep)
    .some((folder) => folder === "_npx" || folder.startsWith("dlx-"));
}

export function isOnPath(...names: string[]): boolean {
  return names.some((name) => onPath(name) !== undefined);
}

/** Clients hand down only some of the environment, so a state folder that it names is said in words. */
function stateFlags({ values: { stateDirectory }, origins }: LoadedSettings): string[] {
  const isUsual = origins.stateDirectory.kind === "file" || stateDirectory === defaultStateDirectory({});
  return isUsual ? [] : ["--state-dir", stateDirectory];
}
