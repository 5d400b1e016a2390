/** `askline mcp`: the MCP server, on standard input and output or over HTTP on this machine. */
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { mcpServerFactory } from "../../sources/mcp/server.ts";
import { VERSION } from "../runtime.ts";
import { untilSignalled } from "../signals.ts";
import { standardStreams } from "./older-protocol.ts";
import type { OpenedParts } from "./parts.ts";

export interface McpOptions {
  stateDir?: string;
  http?: boolean;
  port?: string;
}

export async function mcp(options: McpOptions): Promise<number> {
  let opened: Promise<OpenedParts> | undefined;
  // The first call opens sessions and settings, because most servers are started and never called.
  const open = () => {
    opened ??= import("./parts.ts").then(({ openParts }) => openParts(options));
    return opened;
  };
  try {
    if (options.http) return await serveHttp(options, open);
    return await serveStandardStreams(async () => (await open()).parts);
  } finally {
    await opened?.then(({ close }) => close());
  }
}

/** Serves until the client closes its end or ends this process. */
async function serveStandardStreams(
  open: Parameters<typeof mcpServerFactory>[0]["open"],
): Promise<number> {
  const closed = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
    process.stdout.on("error", () => resolve());
    void untilSignalled().then(resolve);
  });
  // The reader of standard error may be gone. Crashing because of that would leave
  // questions open, and locks.
  process.stderr.on("error", () => undefined);
  const onerror = (error: Error) => process.stderr.write(`${error.message}\n`);
  const transport = standardStreams();
  const handle = serveStdio(mcpServerFactory({ version: VERSION, open }), { onerror, transport });
  await closed;
  await handle.close();
  return 0;
}

async function serveHttp(options: McpOptions, open: () => Promise<OpenedParts>): Promise<number> {
  const { serveMcpOverHttp } = await import("./http.ts");
  return serveMcpOverHttp(await open(), { port: Number(options.port ?? 0) });
}
