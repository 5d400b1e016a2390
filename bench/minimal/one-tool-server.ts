/**
 * The smallest possible MCP server on this SDK: one tool, bundled like ours. Its
 * start is the SDK's own floor.
 */
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

serveStdio(() => {
  const server = new McpServer({ name: "minimal", version: "1.0.0" });
  server.registerTool(
    "echo",
    { inputSchema: z.object({ text: z.string() }) },
    async ({ text }) => ({
      content: [{ type: "text", text }],
    }),
  );
  return server;
});
