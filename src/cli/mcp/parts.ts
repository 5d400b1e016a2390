/** What the MCP tools work with, put together by the first call. */
import { once } from "../../core/cache.ts";
import { createLeftOpen } from "../../sources/mcp/left-open.ts";
import { createOpenAsks } from "../../sources/mcp/open-asks.ts";
import type { McpParts } from "../../sources/mcp/server.ts";
import { createWaits } from "../../sources/mcp/waiting.ts";
import { type Context, openContext } from "../context.ts";
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

/**
 * The parts for clients that connect by HTTP. They run elsewhere: this process's folder and
 * environment are not attributed to them.
 */
export function mcpPartsOf(context: Context, stateDir: string | undefined): McpParts {
  const { desk, interaction, settings } = context;
  const leftOpen = createLeftOpen();
  const showOnWeb = once(async () => (await import("../web-page.ts")).createShowOnWeb(context));
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
    workingDirectory: undefined,
    environment: {},
  };
}
