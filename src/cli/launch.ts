/** The exact command that opens a handed-off ask in a terminal on this machine. */
import { accessSync, constants, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Launch } from "../choice/response.ts";
import { type Ask, isSettled } from "../core/ask/ask.ts";
import { once } from "../core/cache.ts";
import { shellCommand } from "../core/safety/shell/shell-quote.ts";
import type { LoadedSettings } from "../desk/settings.ts";

export async function launchOf(
  ask: Ask,
  settings: LoadedSettings,
  stateDirectory: string | undefined,
): Promise<Launch> {
  const state = stateDirectory === undefined ? [] : ["--state-dir", stateDirectory];
  const command = shellCommand([...programHere(), "answer", ask.id, ...state]);
  return { url: await pageOf(ask, settings), command };
}

/** Only an unfinished hand-off shows it, so nothing else looks for a hub. */
async function pageOf(ask: Ask, settings: LoadedSettings): Promise<string | null> {
  if (isSettled(ask) || ask.presentation?.handOff !== true) return null;
  const [{ findHub }, { hubFileOf }] = await Promise.all([
    import("../hub/address.ts"),
    import("./agent-log.ts"),
  ]);
  const hub = await findHub(hubFileOf(settings));
  return hub === null ? null : `${hub.site ?? hub.url}/choice/${ask.id}`;
}

/** The path of the `askline` command's own file. */
export function selfPath(): string {
  return realpathSync(fileURLToPath(new URL("../cli.js", import.meta.url)));
}

/**
 * `askline` if the path leads to this very program, else Node and our file: an npx
 * start is not on the path.
 */
export const programHere = once((): string[] =>
  onPath("askline") === selfPath() ? ["askline"] : [process.execPath, selfPath()],
);

/** The real path of a program, behind all links; undefined if the path does not lead to one. */
export function onPath(name: string): string | undefined {
  const places = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name));
  return places.map(executable).find((found) => found !== undefined);
}

function executable(path: string): string | undefined {
  try {
    accessSync(path, constants.X_OK);
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
