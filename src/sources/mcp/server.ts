/**
 * The MCP server: four tools through which an agent asks. One instance serves one
 * connection or session, or one HTTP request without a session.
 */
import { McpServer, type ServerContext } from "@modelcontextprotocol/server";
import type { Launch } from "../../choice/response.ts";
import type { Ask } from "../../core/ask/ask.ts";
import type { Desk } from "../../desk/desk.ts";
import type { InteractionSettings } from "../../desk/interaction.ts";
import type { LeftOpen } from "./left-open.ts";
import type { OpenAsks } from "./open-asks.ts";
import { INSTRUCTIONS } from "./policy.ts";
import { TOOLS } from "./tools.ts";
import type { Waits } from "./waiting.ts";

/** What the tools work with. Opened with the first call, not with the server. */
export interface McpParts {
  desk: Desk;
  interaction: InteractionSettings;
  openAsks: OpenAsks;
  waits: Waits;
  leftOpen: LeftOpen;
  /** How a person opens a handed-off ask. */
  launchOf: (ask: Ask) => Promise<Launch>;
  /** Where an ask can be shown first. */
  show: {
    /** On this process's own terminal. Absent without a terminal. */
    here?: (ask: Ask) => Promise<void>;
    /** On a page of this machine's browser. Call `done` once the ask is settled. */
    onWeb: (askId: string) => Promise<{ url: string; done(): Promise<void> }>;
  };
  handOffIsAllowed: boolean;
  /**
   * The person's own limit for a waiting call in seconds; 0 means that the
   * client's known limit applies.
   */
  waitSeconds: number;
  /** Whether Claude Code shows questions in a form of its own. */
  formsInClaudeCode: boolean;
  /** The folder of the client that started us. Absent if clients connect from anywhere. */
  workingDirectory?: string | undefined;
  /** The environment that the client started us with. */
  environment: NodeJS.ProcessEnv;
  /** Hears the client's own name at each call. Absent if clients connect from anywhere. */
  onClient?: ((name: string) => void) | undefined;
}

export interface McpServerOptions {
  version: string;
  open: () => Promise<McpParts>;
  /** Called with the caller's name at each call. */
  onCaller?: (name: string) => void;
}

/** Serves both `serveStdio` and `createMcpHandler`. */
export function mcpServerFactory({ version, open, onCaller }: McpServerOptions): () => McpServer {
  return () => {
    const server = new McpServer(
      { name: "askline", title: "Askline", version },
      { instructions: INSTRUCTIONS },
    );
    for (const tool of TOOLS) {
      server.registerTool(tool.name, tool.config, async (args: unknown, context: ServerContext) => {
        const { callerOf, takerOf, withErrorsInWords } = await import("./call.ts");
        return withErrorsInWords(async () => {
          const [parts, call] = await Promise.all([open(), tool.load()]);
          const client = server.server.getClientVersion();
          const capabilities = server.server.getClientCapabilities();
          const caller = callerOf(context, { client, capabilities }, parts);
          onCaller?.(takerOf(caller));
          const result = await withErrorsInWords(() => call(args, parts, caller));
          const { withEarlierAnswers } = await import("./earlier-answers.ts");
          return withEarlierAnswers(result, parts, caller);
        });
      });
    }
    return server;
  };
}
