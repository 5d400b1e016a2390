/**
 * `askline mcp` as agents see it: a child process behind the official clients, the
 * older and the newer one.
 */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CLI } from "./askline.ts";

export interface CallOptions {
  signal?: AbortSignal;
  timeout?: number;
  /** The metadata that a client sends with the call, besides its arguments. */
  meta?: Record<string, unknown>;
  onprogress?: (progress: { progress: number; message?: string | undefined }) => void;
}

export interface Agent extends AsyncDisposable {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
  call(name: string, args: Record<string, unknown>, options?: CallOptions): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into tools of every shape
  tools(): Promise<any[]>;
  instructions(): string | undefined;
  pid(): number;
}

export interface AgentOptions {
  name?: string;
  older?: boolean;
  cwd?: string;
  env?: Record<string, string>;
  args?: string[];
}

export async function startAgent(
  stateDirectory: string,
  options: AgentOptions = {},
): Promise<Agent> {
  const { name = "test-agent", older = false, cwd, env = {}, args = [] } = options;
  const parameters = {
    command: process.execPath,
    args: [CLI, "mcp", ...args],
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: process.env["HOME"] ?? "",
      ASKLINE_STATE_DIR: stateDirectory,
      ASKLINE_BROWSER: "none",
      ...env,
    },
    ...(cwd === undefined ? {} : { cwd }),
    stderr: "inherit" as const,
  };
  const client = older
    ? new OlderClient({ name, version: "1.0" })
    : new Client({ name, version: "1.0" });
  const transport = older ? new OlderTransport(parameters) : new StdioClientTransport(parameters);
  // The two clients' transports differ only in types; each gets its own.
  await client.connect(transport as never);
  return {
    call(tool, args, { meta, ...callOptions } = {}) {
      const request = {
        name: tool,
        arguments: args,
        ...(meta === undefined ? {} : { _meta: meta }),
      };
      const called =
        client instanceof OlderClient
          ? client.callTool(request, undefined, callOptions as never)
          : client.callTool(request, callOptions as never);
      // If a test fails before it awaits the call, its own error should show, not
      // that of the abandoned call.
      called.catch(() => undefined);
      return called;
    },
    tools: async () => (await client.listTools()).tools,
    instructions: () => client.getInstructions(),
    pid: () => transport.pid ?? 0,
    [Symbol.asyncDispose]: () => client.close(),
  };
}
