/** Adds the commands of surfaces to the command line. */
import { type LoadedSettings, loadSettings } from "../../desk/settings.ts";
import type { CommandCall, SurfaceCommand } from "../../surfaces/command.ts";
import { hubFileOf } from "../agent-log.ts";
import { type CommonOptions, withContext } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { languageBy } from "../language.ts";
import { allSurfaces, surfaceIn } from "../surfaces.ts";

export async function surfaceCommands(): Promise<SurfaceCommand[]> {
  return (await allSurfaces()).flatMap(({ commands = [] }) => commands);
}

/** Runs the first command of a surface, without the parser; null if there is no such surface. */
export async function runFirstCommand(folder: string): Promise<number | null> {
  const [command] = (await surfaceIn(folder))?.commands ?? [];
  return command === undefined ? null : runCommand(command, [], {});
}

export async function runCommand(
  { run }: SurfaceCommand,
  words: readonly string[],
  options: CommonOptions & Record<string, unknown>,
): Promise<number> {
  const settings = loadSettings({ stateDirectory: options.stateDir });
  return (await run?.(callOf(words, options, settings))) === true ? EXIT.ok : EXIT.failure;
}

/** The modules behind these functions are loaded with the first use. */
function callOf(
  words: readonly string[],
  options: CommonOptions & Record<string, unknown>,
  settings: LoadedSettings,
): CommandCall {
  return {
    words,
    options,
    isForPrograms: options.json === true,
    settings: settings.values,
    locale: languageBy(settings.values.language),
    prose: async (text) => (await import("../prose.ts")).prose(text),
    table: async (rows) => (await import("../table.ts")).tableHere(rows),
    hubAddress: () => hubAddress(settings),
    browse: (path) => browse(path, settings),
    hubHealth: () => hubHealth(settings),
    tellHubClients: async (token) => {
      const { republishToken } = await import("../../hub/address.ts");
      await republishToken(hubFileOf(settings), token);
    },
    openSecretPrompt: async () => (await import("../secrets.ts")).openSecretPrompt(),
    withTerminal: (work) =>
      withContext(options, async (context) => {
        const { terminalHere } = await import("./terminal-here.ts");
        return work(terminalHere(context));
      }),
  };
}

async function hubAddress(settings: LoadedSettings) {
  const { findHub } = await import("../../hub/address.ts");
  return findHub(hubFileOf(settings));
}

async function browse(path: string, settings: LoadedSettings): Promise<string | null> {
  const hub = await hubAddress(settings);
  if (hub === null) return null;
  const [{ linkFrom }, { openBrowser }] = await Promise.all([
    import("../../hub/address.ts"),
    import("../browser.ts"),
  ]);
  const opening = await linkFrom(hub, path);
  return openBrowser(opening, settings.values.browser) ? "" : opening.link;
}

async function hubHealth(settings: LoadedSettings): Promise<Record<string, unknown> | null> {
  const hub = await hubAddress(settings);
  if (hub === null) return null;
  const response = await fetch(`${hub.url}/healthz`, {
    headers: { authorization: `Bearer ${hub.token}` },
  });
  // The hub is our own program.
  return (await response.json()) as Record<string, unknown>;
}
