/**
 * The MCP tools in the hub, at `/mcp`. The MCP library is loaded with the first request, since most
 * agents start `askline mcp` instead.
 */
import { once } from "../../core/cache.ts";
import { newRoutes } from "../../http/routes.ts";
import type { HubPart } from "../../hub/hub.ts";
import type { Context } from "../context.ts";
import { VERSION } from "../runtime.ts";

export function openMcpSide(context: Context, stateDir: string | undefined): HubPart {
  let isUsed = false;
  const loaded = once(async () => {
    isUsed = true;
    const [{ createMcpSource }, { mcpPartsOf }] = await Promise.all([
      import("../../sources/mcp/http-source.ts"),
      import("../mcp/parts.ts"),
    ]);
    const parts = mcpPartsOf(context, stateDir);
    return { parts, source: createMcpSource({ version: VERSION, open: async () => parts }) };
  });
  return {
    routes: newRoutes().all("/mcp", async ({ req, env }) =>
      (await loaded()).source.answer(req.raw, env),
    ),
    async close() {
      if (!isUsed) return;
      const { parts, source } = await loaded();
      // The agents outlive this hub, and fetch their answers from the next one.
      await parts.waits.leaveAll();
      await source.close();
    },
  };
}
