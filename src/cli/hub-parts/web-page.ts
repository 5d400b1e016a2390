/** Shows an ask on the web: on the running hub, else on a temporary portal in this process. */
import { join } from "node:path";
import { foldersOf } from "../../desk/agent-here.ts";
import { followLocalToken, LOCAL_TOKEN_FILE } from "../../http/token.ts";
import { findHub, linkFrom } from "../../hub/address.ts";
import { type Hub, type Opening, startHub } from "../../hub/hub.ts";
import type { Surface } from "../../surfaces/surface.ts";
import { openBrowser } from "../browser.ts";
import type { Context } from "../context.ts";
import { VERSION } from "../runtime.ts";
import { surfaceIn } from "../surfaces.ts";
import { feedOf, hubContextOf } from "./open-surfaces.ts";

/** The machine's token as it is at each call. */
export async function tokenOf({ settings }: Context): Promise<() => string> {
  return followLocalToken(join(settings.values.stateDirectory, LOCAL_TOKEN_FILE));
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
  const { stateDirectory, linkHost } = context.settings.values;
  const token = await tokenOf(context);
  const parts = [portal];
  const knowsAgents = foldersOf(context.settings.values);
  const places = { stateDirectory, linkHost, knowsAgents };
  const hub = await startHub({ port: 0, token, parts, version: VERSION, ...places });
  await portal.start(feedOf(forPortal));
  return { hub, portal };
}

/** An ask shown on the web. Call `done` when it is settled. */
export interface WebPage {
  /** Without a code, so it works only in the browser that was opened. */
  url: string;
  done(): Promise<void>;
}

// A browser that may not read the private file (some are locked out of hidden folders) shows nothing.
const OPENS_WITHIN_MS = 10_000;
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
      const { url, token, site = url } = running;
      const isOpen = () => isWatchedAt(url, token, askId);
      const stop = (await isOpen())
        ? () => undefined
        : await openAndWatch(() => linkFrom(running, path), isOpen);
      return { url: site + path, done: async () => stop() };
    }
    pages += 1;
    own ??= startPortal(context);
    const { hub, portal } = await own;
    const isShown = async () => portal.isShowing?.(askId) === true;
    const stop = (await isShown())
      ? () => undefined
      : await openAndWatch(async () => hub.openingTo(path), isShown);
    return {
      url: hub.site + path,
      done() {
        stop();
        return leave(askId);
      },
    };
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

  /** Says the address if the browser shows nothing after a while. Returns what ends the wait. */
  async function openAndWatch(
    open: () => Promise<Opening>,
    isOpen: () => Promise<boolean>,
  ): Promise<() => void> {
    const opening = await open();
    const { browser } = context.settings.values;
    if (!openBrowser(opening, browser, process.env, sayAddress)) {
      sayAddress(opening.link);
      return () => undefined;
    }
    const timer = setTimeout(async () => {
      if (!(await isOpen())) sayAddress((await open()).link);
    }, OPENS_WITHIN_MS).unref();
    return () => clearTimeout(timer);
  }
}

async function isWatchedAt(url: string, token: string, askId: string): Promise<boolean> {
  const response = await fetch(`${url}/api/watched/${askId}`, {
    headers: { authorization: `Bearer ${token}` },
  }).catch(() => null);
  return response?.ok === true && ((await response.json()) as { isWatched: boolean }).isWatched;
}
