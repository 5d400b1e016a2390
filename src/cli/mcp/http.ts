/**
 * `askline mcp --http`: a hub with the MCP tools alone, for agents on this machine; questions are
 * prompted for on this terminal.
 */
import { join } from "node:path";
import type { Ask } from "../../core/ask/ask.ts";
import { createQueue } from "../../core/queue.ts";
import { followLocalToken, LOCAL_TOKEN_FILE } from "../../http/token.ts";
import { startHub } from "../../hub/hub.ts";
import { createMcpSource, MCP_PATH } from "../../sources/mcp/http-source.ts";
import type { Context } from "../context.ts";
import { VERSION } from "../runtime.ts";
import { untilSignalled } from "../signals.ts";
import type { OpenedParts } from "./parts.ts";

export async function serveMcpOverHttp(
  { parts, context }: OpenedParts,
  { port }: { port: number },
): Promise<number> {
  const tokenFile = join(context.settings.values.stateDirectory, LOCAL_TOKEN_FILE);
  const token = await followLocalToken(tokenFile);
  const here = process.stdin.isTTY && process.stderr.isTTY ? { here: showOneByOne(context) } : {};
  const open = async () => ({
    ...parts,
    show: { ...parts.show, ...here },
    workingDirectory: undefined,
    environment: {},
  });
  const source = createMcpSource({ version: VERSION, open });
  const hub = await startHub({ port, token, parts: [source], version: VERSION });
  process.stderr.write(
    `Agents connect to ${hub.url}${MCP_PATH} with the bearer token in ${tokenFile}\n`,
  );
  await untilSignalled();
  await hub.close();
  return 0;
}

/**
 * One terminal shows one question at a time; the others wait their turn, or are
 * answered elsewhere meanwhile.
 */
function showOneByOne(context: Context): (ask: Ask) => Promise<void> {
  const { desk, interaction, locale, person } = context;
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
    const { signal } = done;
    await promptHere(ask, { desk, interaction, locale, person, signal }, context);
  }
}
