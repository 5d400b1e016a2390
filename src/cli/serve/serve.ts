/**
 * `askline serve`: the hub, with the portal, the dashboard and everything that faces
 * agents, until it is ended.
 */
import { existsSync } from "node:fs";
import { foldersOf } from "../../desk/agent-here.ts";
import { findHub, type HubAddress, publishHub } from "../../hub/address.ts";
import { type Hub, type HubOptions, type HubPart, startHub } from "../../hub/hub.ts";
import { removeLeftoversBelow } from "../../store/file/leftovers.ts";
import { canNotify } from "../../surfaces/surface.ts";
import { agentLogPath } from "../agent-log.ts";
import { openBrowser } from "../browser.ts";
import { type CommonOptions, type Context, withContext } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { CommandError, UsageError } from "../failure.ts";
import { VERSION } from "../runtime.ts";
import { untilSignalled } from "../signals.ts";
import { feedOf, hubContextOf, openSurfaces } from "../surfaces.ts";
import { hubFile, tokenOf } from "../web-page.ts";
import { type AgentSide, openAgentSide } from "./agents.ts";
import { openAttentionSide } from "./attention.ts";
import { openMcpSide } from "./mcp.ts";
import { type NetworkOptions, NoSuchAddress, openNetwork } from "./network.ts";

interface ServeOptions extends CommonOptions {
  port?: string;
  open?: boolean;
}

class PortTaken extends CommandError {
  readonly code = "port_taken";
}

export async function serve(options: ServeOptions): Promise<number> {
  return withContext(options, async (context) => {
    const running = await findHub(hubFile(context));
    if (running !== null) return openRunning(running, options, context);
    return serveHere(context, options);
  });
}

/**
 * Any error on the way is reported, and everything that was opened is closed:
 * half a hub must not stay.
 */
async function serveHere(context: Context, options: ServeOptions): Promise<number> {
  const port = portFrom(options, context);
  const token = await tokenOf(context);
  const network = await openNetwork(context, options);
  const hasServedBefore = existsSync(agentLogPath(context.settings));
  const agents = await openAgentSide(context).catch(withoutAgents);
  const attention = await openAttentionSide(context, { hasServedBefore });
  let hub: Hub | undefined;
  let unpublish = () => {};
  let stopTidying = () => {};
  try {
    const forSurfaces = hubContextOf(context, agents.forSurfaces);
    const surfaces = await openSurfaces(forSurfaces);
    for (const surface of surfaces.filter(canNotify)) attention.register(surface);
    const mcp = openMcpSide(context, options.stateDir);
    const parts = [...agents.parts, attention.part, mcp, ...surfaces];
    const knowsAgents = foldersOf(context.settings.values);
    hub = await start(port, token, parts, { ...network.hubOptions, knowsAgents });
    await agents.start();
    await attention.start();
    for (const surface of surfaces) await surface.start(feedOf(forSurfaces));
    // From here on there is something to close.
    const ended = untilSignalled();
    const { bindAddress } = network.hubOptions;
    unpublish = await publishHub(hubFile(context), { url: hub.url, token, bindAddress });
    // While the hub runs, this watch handles deadlines and dead owners for every process.
    await context.desk.watch(() => undefined);
    stopTidying = tidyUp(context);
    const link = hub.linkTo("/");
    const more = network.told(hub.port);
    const forPrograms = JSON.stringify({ url: hub.url, link, ...more.forPrograms });
    process.stdout.write(
      options.json ? `${forPrograms}\n` : `Askline is at ${link}\n${more.forPeople}`,
    );
    if (options.open) openBrowser(link, context.settings.values.browser);
    await ended;
    return EXIT.ok;
  } finally {
    stopTidying();
    unpublish();
    await attention.close();
    await hub?.close();
    await agents.close();
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** What killed processes left behind. No ask is removed by this: that is for the person to say. */
function tidyUp({ desk, settings: { values } }: Context): () => void {
  const tidy = () => {
    void desk.cleanUp(new Date(0)).catch(() => undefined);
    removeLeftoversBelow(values.stateDirectory, values.sessionsDirectory);
  };
  const timer = setInterval(tidy, DAY_MS).unref();
  tidy();
  return () => clearInterval(timer);
}

/** A service may have run the hub since login; its dashboard can still be opened. */
function openRunning(
  { url, token }: HubAddress,
  { open, json }: ServeOptions,
  { settings }: Context,
): number {
  if (open !== true) throw new PortTaken((usage) => usage.hubRunsAlready(url));
  const link = `${url}/open?token=${token}&to=%2F`;
  process.stdout.write(json ? `${JSON.stringify({ url, link })}\n` : `Askline is at ${link}\n`);
  openBrowser(link, settings.values.browser);
  return EXIT.ok;
}

async function start(
  port: number,
  token: string,
  parts: HubPart[],
  network: NetworkOptions & Pick<HubOptions, "knowsAgents">,
): Promise<Hub> {
  try {
    return await startHub({ port, token, parts, version: VERSION, ...network });
  } catch (error) {
    await Promise.all(parts.map((part) => part.close()));
    if ((error as NodeJS.ErrnoException).code === "EADDRNOTAVAIL")
      throw new NoSuchAddress(network.bindAddress);
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE")
      throw new PortTaken((usage) => usage.portTaken(port));
    throw error;
  }
}

/** If the log cannot be opened, people can still answer. */
function withoutAgents(error: Error): AgentSide {
  process.stderr.write(`Agents cannot be followed, but everything else works: ${error.message}\n`);
  return {
    parts: [],
    forSurfaces: null,
    start: async () => undefined,
    close: async () => undefined,
  };
}

function portFrom({ port }: ServeOptions, { settings }: Context): number {
  if (port === undefined) return settings.values.port;
  const number = Number(port);
  if (Number.isInteger(number) && number >= 0 && number < 65_536) return number;
  throw new UsageError((usage) => usage.notAPort(port));
}
