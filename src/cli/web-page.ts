/** Shows an ask on the web: on the running hub, else on a temporary portal in this process. */
import { join } from "node:path";
import { foldersOf } from "../desk/agent-here.ts";
import { localToken } from "../http/token.ts";
import { findHub } from "../hub/address.ts";
import { type Hub, startHub } from "../hub/hub.ts";
import type { Surface } from "../surfaces/surface.ts";
import { openBrowser } from "./browser.ts";
import type { Context } from "./context.ts";
import { VERSION } from "./runtime.ts";
import { feedOf, hubContextOf, surfaceIn } from "./surfaces.ts";

export async function tokenOf({ settings }: Context): Promise<string> {
  return localToken(join(settings.values.stateDirectory, "local-token.json"));
}

export function hubFile({ settings }: Context): string {
  return join(settings.values.stateDirectory, "hub.json");
}

/** A hub with only the portal in it, on a free port. */
export async function startPortal(context: Context): Promise<{ hub: Hub; portal: Surface }> {
  const forPortal = hubContextOf(context, null);
  const portal = (await (await surfaceIn("portal"))?.open?.(forPortal)) ?? {
    off: "This Askline has no pages.",
  };
  if ("off" in portal) throw new Error(portal.off);
  const token = await tokenOf(context);
  const knowsAgents = foldersOf(context.settings.values);
  const hub = await startHub({ port: 0, token, parts: [portal], version: VERSION, knowsAgents });
  await portal.start(feedOf(forPortal));
  return { hub, portal };
}

/** An ask shown on the web. Call `done` when it is settled. */
export interface WebPage {
  /** Without the token, so it works only in the browser that was opened. */
  url: string;
  done(): Promise<void>;
}

// How long a page may show the outcome before its server goes away.
const LAST_WORD_MS = 1_500;

/** On the hub if one runs, else on a portal of our own that lives as long as its questions. */
export function createShowOnWeb(
  context: Context,
  sayAddress = (link: string) =>
    void process.stderr.write(`A question is waiting. Open this address to answer it: ${link}\n`),
): (askId: string) => Promise<WebPage> {
  let own: Promise<{ hub: Hub; portal: Surface }> | undefined;
  let pages = 0;
  return show;

  async function show(askId: string): Promise<WebPage> {
    const path = `/choice/${askId}`;
    const running = await findHub(hubFile(context));
    if (running !== null) {
      const isWatched = await isWatchedAt(running.url, running.token, askId);
      if (!isWatched)
        tell(`${running.url}/open?token=${running.token}&to=${encodeURIComponent(path)}`);
      return { url: running.url + path, done: async () => undefined };
    }
    pages += 1;
    own ??= startPortal(context);
    const { hub, portal } = await own;
    if (portal.isShowing?.(askId) !== true) tell(hub.linkTo(path));
    return { url: hub.url + path, done: () => leave(askId) };
  }

  async function leave(askId: string) {
    pages -= 1;
    const started = await own;
    if (started?.portal.isShowing?.(askId))
      await new Promise((resolve) => setTimeout(resolve, LAST_WORD_MS));
    if (pages > 0) return;
    own = undefined;
    await started?.hub.close();
  }

  function tell(link: string) {
    if (!openBrowser(link, context.settings.values.browser, process.env, sayAddress))
      sayAddress(link);
  }
}

async function isWatchedAt(url: string, token: string, askId: string): Promise<boolean> {
  const response = await fetch(`${url}/api/watched/${askId}`, {
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => null);
  return response?.ok === true && ((await response.json()) as { isWatched: boolean }).isWatched;
}
