/**
 * `askline serve`: the hub, with the portal, the dashboard and everything that faces
 * agents, until it is ended.
 */

import { existsSync } from "node:fs";
import { printableJson } from "../../core/json.ts";
import { foldersOf } from "../../desk/agent-here.ts";
import { loadSettings } from "../../desk/settings.ts";
import { unknownKeySentence } from "../../desk/unknown-keys.ts";
import { type HubAddress, linkFrom, publishHub } from "../../hub/address.ts";
import { createAskStoreApi } from "../../hub/ask-store-api.ts";
import { type Hub, type HubOptions, startHub } from "../../hub/hub.ts";
import { systemClock } from "../../store/clock.ts";
import { canNotify } from "../../surfaces/surface.ts";
import { agentLogPath } from "../agent-log.ts";
import { openBrowser } from "../browser.ts";
import { type CommonOptions, type Context, withContext } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { CommandError, UsageError } from "../failure.ts";
import { feedOf, hubContextOf, openSurfaces } from "../hub-parts/open-surfaces.ts";
import { hubFile, tokenOf } from "../hub-parts/web-page.ts";
import { remoteHere } from "../remote/remote-here.ts";
import { VERSION } from "../runtime.ts";
import { untilSignalled } from "../signals.ts";
import { type AgentSide, openAgentSide } from "./agents.ts";
import { openAttentionSide } from "./attention.ts";
import { type HubLog, openHubLog } from "./log.ts";
import { openMcpSide } from "./mcp.ts";
import { type NetworkOptions, NoSuchAddress, openNetwork } from "./network.ts";
import { claimHub, hubAt } from "./only-hub.ts";
import { metricsTokenHere, openOperation } from "./operation.ts";
import { isStillFailed, tellFailures } from "./tell-failures.ts";
import { keepTidy } from "./upkeep.ts";

interface ServeOptions extends CommonOptions {
  port?: string;
  open?: boolean;
}

class PortTaken extends CommandError {
  readonly code = "port_taken";
}

export async function serve(options: ServeOptions): Promise<number> {
  const { values } = loadSettings({ stateDirectory: options.stateDir });
  const log = await openHubLog(values.log);
  return withContext({ ...options, onWarning: log.warn }, async (context) => {
    refuseToServeAnother(context);
    const claim = await claimHub(context.settings.values.stateDirectory, hubFile(context));
    if ("running" in claim) return openRunning(claim.running, options, context);
    if ("pid" in claim) throw new PortTaken((usage) => usage.hubIsThere(claim.pid));
    try {
      return await serveHere(context, options, log);
    } finally {
      claim.release();
    }
  });
}

/** Its asks are another hub's, which shows them already. */
function refuseToServeAnother({ settings }: Context) {
  const remote = remoteHere(settings.values.stateDirectory);
  if (remote !== null) throw new WorksElsewhere((usage) => usage.worksElsewhere(remote.url));
}

class WorksElsewhere extends CommandError {
  readonly code = "works_elsewhere";
}

/**
 * Any error on the way is reported, and everything that was opened is closed:
 * half a hub must not stay.
 */
async function serveHere(context: Context, options: ServeOptions, log: HubLog): Promise<number> {
  const { file, unknown } = context.settings;
  for (const one of unknown) log.warn(`${file}: ${unknownKeySentence(one)}`);
  const port = portFrom(options, context);
  const metricsToken = metricsTokenHere();
  const token = await tokenOf(context);
  const network = await openNetwork(context, options);
  const hasServedBefore = existsSync(agentLogPath(context.settings));
  const agents = await openAgentSide(context).catch((error) => withoutAgents(error, log));
  const isCurrent = isStillFailed(agents.forSurfaces);
  const operation = await openOperation(context, agents, { log, metricsToken });
  const attention = await openAttentionSide(context, { hasServedBefore, isCurrent });
  let hub: Hub | undefined;
  let unpublish = () => {};
  let stopTidying = () => {};
  let stopTelling = () => {};
  try {
    const forSurfaces = hubContextOf(context, agents.forSurfaces);
    const surfaces = await openSurfaces(forSurfaces, context.store.jobs);
    for (const surface of surfaces.filter(canNotify)) attention.register(surface);
    const mcp = openMcpSide(context, options.stateDir);
    const storeApi = createAskStoreApi({
      ...context,
      clock: context.store.clock ?? systemClock,
      version: VERSION,
      passkeyFor: context.settings.values.passkeyFor,
    });
    const own = [...agents.parts, attention.part, mcp, storeApi];
    const parts = [...own, ...surfaces, ...operation.parts];
    const { stateDirectory, linkHost } = context.settings.values;
    const knowsAgents = foldersOf(context.settings.values);
    const places = { stateDirectory, linkHost, knowsAgents, ...network.hubOptions };
    const notReady = operation.readiness.why;
    hub = await start({ port, token, parts, version: VERSION, notReady, ...places });
    // Before the start, which hears of what was missed.
    if (agents.forSurfaces !== null)
      stopTelling = tellFailures(agents.forSurfaces, surfaces, attention.failures);
    // While the hub runs, this watch handles deadlines and dead owners for every process. It comes
    // first, so that all that follows is read from memory.
    await context.desk.watch(() => undefined, { after: "now" });
    await operation.follow();
    await agents.start();
    await attention.start();
    for (const surface of surfaces) await surface.start(feedOf(forSurfaces));
    // From here on there is something to close.
    const ended = untilSignalled();
    const { bindAddress } = network.hubOptions;
    const { url, site } = hub;
    unpublish = await publishHub(hubFile(context), { url, site, token: token(), bindAddress });
    stopTidying = keepTidy(context, log);
    operation.started(hub);
    const { link } = options.open ? openHere(hub, context) : { link: hub.linkTo("/") };
    const more = network.told(hub.port);
    const forPrograms = printableJson({ url: hub.url, link, ...more.forPrograms });
    const forPeople = isLogged(context) ? "" : `Askline is at ${link}\n${more.forPeople}`;
    process.stdout.write(options.json ? `${forPrograms}\n` : forPeople);
    await ended;
    await operation.stopping();
    return EXIT.ok;
  } finally {
    operation.close();
    stopTidying();
    stopTelling();
    unpublish();
    await attention.close();
    await hub?.close();
    await agents.close();
    log.event("stopped");
  }
}

/** A link with a code for one browser, or a token, has no place in a log. */
function isLogged({ settings }: Context): boolean {
  return settings.values.log === "json";
}

/** Each link lets one browser in, so the one that is printed is another than the browser's. */
function openHere(hub: Hub, { settings }: Context): { link: string } {
  openBrowser(hub.openingTo("/"), settings.values.browser);
  return { link: hub.linkTo("/") };
}

/** A service may have run the hub since login; its dashboard can still be opened. */
async function openRunning(
  running: HubAddress,
  { open, json }: ServeOptions,
  { settings }: Context,
): Promise<number> {
  const { url } = running;
  if (open !== true) throw new PortTaken((usage) => usage.hubRunsAlready(url));
  openBrowser(await linkFrom(running, "/"), settings.values.browser);
  const { link } = await linkFrom(running, "/");
  process.stdout.write(json ? `${printableJson({ url, link })}\n` : `Askline is at ${link}\n`);
  return EXIT.ok;
}

async function start(options: HubOptions & NetworkOptions): Promise<Hub> {
  try {
    return await startHub(options);
  } catch (error) {
    await Promise.all(options.parts.map((part) => part.close()));
    if ((error as NodeJS.ErrnoException).code === "EADDRNOTAVAIL")
      throw new NoSuchAddress(options.bindAddress);
    if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") {
      const pid = await hubAt(options.port);
      throw new PortTaken((usage) =>
        pid === null ? usage.portTaken(options.port) : usage.otherHub(options.port, pid),
      );
    }
    throw error;
  }
}

/** If the log cannot be opened, people can still answer. */
function withoutAgents(error: Error, log: HubLog): AgentSide {
  log.warn(`Agents cannot be followed, but everything else works: ${error.message}`);
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
