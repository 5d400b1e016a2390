/** What the MCP tools work with, put together by the first call. */
import { once } from "../../core/cache.ts";
import { createLeftOpen } from "../../sources/mcp/left-open.ts";
import { createOpenAsks } from "../../sources/mcp/open-asks.ts";
import type { McpParts } from "../../sources/mcp/server.ts";
import { createWaits } from "../../sources/mcp/waiting.ts";
import { rememberAgent } from "../../store/known-agents.ts";
import { type Context, openContext } from "../context.ts";
import { agentAboveUs } from "../hook/call-facts.ts";
import { launchOf } from "../launch.ts";
import type { McpOptions } from "./mcp.ts";

export interface OpenedParts {
  parts: McpParts;
  context: Context;
  /** Withdraws the asks that calls still wait for, then closes the desk. */
  close(): Promise<void>;
}

export async function openParts({ stateDir }: McpOptions): Promise<OpenedParts> {
  const context = openContext(stateDir === undefined ? {} : { stateDir });
  const parts: McpParts = {
    ...mcpPartsOf(context, stateDir),
    workingDirectory: process.cwd(),
    environment: process.env,
    onClient: rememberClient(context),
  };
  return {
    parts,
    context,
    async close() {
      await parts.waits.withdrawAll();
      await context.desk.close();
    },
  };
}

// Editors are MCP clients too, and a person's own terminals descend from them.
const COMMAND_LINE_AGENTS = /^(claude-code|codex|gemini|opencode)/;

/** The client that started this server is an agent whose processes may not answer by words. */
function rememberClient({ settings }: Context): (name: string) => void {
  const known = new Set<string>();
  return (name) => {
    const [client] = COMMAND_LINE_AGENTS.exec(name.toLowerCase()) ?? [];
    if (client === undefined || known.has(client)) return;
    known.add(client);
    try {
      const pid = agentAboveUs(client);
      if (pid !== null) rememberAgent(settings.values.stateDirectory, { pid, client });
    } catch {
      // The call itself matters more.
    }
  };
}

/**
 * The parts for clients that connect by HTTP. They run elsewhere: this process's folder and
 * environment are not attributed to them.
 */
export function mcpPartsOf(context: Context, stateDir: string | undefined): McpParts {
  const { desk, interaction, settings } = context;
  const leftOpen = createLeftOpen();
  const showOnWeb = once(async () =>
    (await import("../hub-parts/web-page.ts")).createShowOnWeb(context),
  );
  return {
    desk,
    interaction,
    openAsks: createOpenAsks(desk, leftOpen),
    waits: createWaits(desk, leftOpen),
    leftOpen,
    launchOf: (ask) => launchOf(ask, settings, stateDir ?? process.env["ASKLINE_STATE_DIR"]),
    show: { onWeb: async (askId) => (await showOnWeb())(askId) },
    handOffIsAllowed: settings.values.handOff,
    waitSeconds: settings.values.mcpWaitSeconds,
    formsInClaudeCode: settings.values.formsInClaudeCode,
    workingDirectory: undefined,
    environment: {},
  };
}
