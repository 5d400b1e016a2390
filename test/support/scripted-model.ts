/**
 * Stands in for the model behind any client. It calls the tools of its script one after the other,
 * each once the one before has a result, and then says that it is done. It speaks what Claude Code,
 * Codex, Gemini CLI and opencode expect of their models.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { type Call, DIALECTS, type Request } from "./model-dialects.ts";

export interface Step {
  /** The tool's own name; clients put others before it. */
  readonly tool: string;
  readonly input: Record<string, unknown>;
  /** The model thinks until then. */
  readonly when?: () => Promise<unknown>;
}

export interface ScriptedModel extends AsyncDisposable {
  readonly url: string;
  /** What the client told of the tool calls, in order. */
  readonly results: readonly string[];
}

export async function startScriptedModel(script: readonly Step[]): Promise<ScriptedModel> {
  let results: readonly string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get results() {
      return results;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname } = new URL(request.url ?? "", "http://model");
    const body = await text(request);
    const dialect = DIALECTS.find(({ path }) => path.test(pathname));
    if (request.method !== "POST" || dialect === undefined)
      return void response.writeHead(404).end("{}");
    const said = dialect.read(JSON.parse(body));
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(dialect.write(await next(said), said.results.length + 1));
  }

  /** A client also asks for titles, and offers no tools of ours then. */
  async function next({ tools, results: told }: Request): Promise<Call | null> {
    const step = script[told.length];
    if (told.length > results.length) results = told;
    const offered = tools.find(({ name }) => step !== undefined && isOf(name, step));
    if (step === undefined || offered === undefined) return null;
    await step.when?.();
    return { ...offered, input: step.input };
  }
}

function isOf(name: string, { tool }: Step): boolean {
  return name === tool || name.endsWith(`_${tool}`);
}
