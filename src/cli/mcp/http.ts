/**
 * `askline mcp --http`: agents on this machine connect by HTTP; questions are
 * prompted for on this terminal.
 */
import { join } from "node:path";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Ask } from "../../core/ask/ask.ts";
import { createQueue } from "../../core/queue.ts";
import { admit } from "../../http/admit.ts";
import { createGuard } from "../../http/guard.ts";
import { listenLocally } from "../../http/listen.ts";
import { newRoutes } from "../../http/routes.ts";
import { localToken } from "../../http/token.ts";
import { mcpServerFactory } from "../../sources/mcp/server.ts";
import type { Context } from "../context.ts";
import { VERSION } from "../runtime.ts";
import { untilSignalled } from "../signals.ts";
import type { OpenedParts } from "./parts.ts";

export async function serveMcpOverHttp(
  { parts, context }: OpenedParts,
  { port }: { port: number },
): Promise<number> {
  const tokenFile = join(context.settings.values.stateDirectory, "local-token.json");
  const token = await localToken(tokenFile);
  const here = process.stdin.isTTY && process.stderr.isTTY ? { here: showOneByOne(context) } : {};
  // HTTP clients run elsewhere: do not attribute this process's folder or environment to them.
  const open = async () => ({
    ...parts,
    show: { ...parts.show, ...here },
    workingDirectory: undefined,
    environment: {},
  });
  const handler = createMcpHandler(mcpServerFactory({ version: VERSION, open }));
  const server = await listenLocally(port, (bound) => {
    const guard = createGuard({ token, port: bound });
    return newRoutes()
      .use(
        admit({
          guard,
          refuse: (_, { status, message }) => Response.json({ error: message }, { status }),
        }),
      )
      .all("*", ({ req }) => handler.fetch(req.raw));
  });
  process.stderr.write(
    `Agents connect to http://127.0.0.1:${server.port}/mcp with the bearer token in ${tokenFile}\n`,
  );
  await untilSignalled();
  await handler.close();
  await server.close();
  return 0;
}

/**
 * One terminal shows one question at a time; the others wait their turn, or are
 * answered elsewhere meanwhile.
 */
function showOneByOne({ desk, interaction, locale, person }: Context): (ask: Ask) => Promise<void> {
  const inTurn = createQueue();
  const shown = new Set<string>();
  return async (ask) => {
    if (shown.has(ask.id)) return;
    shown.add(ask.id);
    await inTurn(() => show(ask)).catch(
      (error: Error) => void process.stderr.write(`${error.message}\n`),
    );
    shown.delete(ask.id);
  };

  async function show(ask: Ask) {
    const done = new AbortController();
    const stop = () => done.abort();
    desk.wait(ask.id).then(stop, stop);
    const { promptHere } = await import("../prompting.ts");
    await promptHere(ask, { desk, interaction, locale, person, signal: done.signal });
  }
}
