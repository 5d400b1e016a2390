/** Every surface of the hub fulfils the surface contract. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect } from "vitest";
import WebSocket from "ws";
import type { Ask } from "../src/core/ask/ask.ts";
import { createAttention } from "../src/desk/attention/attention.ts";
import { openNoticeLog } from "../src/desk/attention/notice-log.ts";
import { AttentionSettings } from "../src/desk/attention/settings.ts";
import { followAsks } from "../src/desk/follow-asks.ts";
import { openInteraction } from "../src/desk/interaction.ts";
import type { Settings } from "../src/desk/settings.ts";
import { startHub } from "../src/hub/hub.ts";
import { desktopSurface } from "../src/surfaces/desktop/desktop.ts";
import { sequenceOf } from "../src/surfaces/ntfy/message.ts";
import { createNtfy } from "../src/surfaces/ntfy/ntfy.ts";
import { openTold } from "../src/surfaces/ntfy/told.ts";
import { createPortal } from "../src/surfaces/portal/portal.ts";
import type { LiveMessage } from "../src/surfaces/portal/wire.ts";
import { openPush } from "../src/surfaces/push/open-push.ts";
import { type SurfaceBench, surfaceContract } from "../src/surfaces/surface.contract.ts";
import type { NotifyingHubSurface } from "../src/surfaces/surface.ts";
import { openFaultyDesk } from "./support/faulty-desk.ts";
import { startNtfyServer } from "./support/ntfy-server.ts";
import { startPushService } from "./support/push-service.ts";
import { startSlackHere } from "./support/slack-here.ts";
import { wordsIn } from "./support/slack-stand-in.ts";

describe("the portal", () =>
  surfaceContract(portalBench, ["shows", "learns", "isTold", "survives", "closes"]));
describe("Slack", () =>
  surfaceContract(slackBench, ["shows", "learns", "isTold", "survives", "closes"]));
describe("push", () =>
  surfaceContract(pushBench, ["shows", "learns", "isTold", "survives", "closes"]));
describe("ntfy", () =>
  surfaceContract(ntfyBench, ["shows", "learns", "isTold", "survives", "closes"]));
// The desktop only notifies, so it has nothing to take back.
describe("the desktop", () =>
  surfaceContract(desktopBench, ["shows", "learns", "survives", "closes"]));

/** A page that stays open: it connects, and reconnects when it is disconnected. */
async function portalBench(): Promise<SurfaceBench> {
  const { files, desk, clock, ...bench } = openFaultyDesk();
  const interaction = openInteraction(files.at("interaction.json"));
  const portal = createPortal({
    desk,
    interaction,
    locale: "en",
    person: "ada",
    assetsDirectory: files.at("web"),
    settings: {
      ...{ stateDirectory: files.path, passkeyFor: "nothing" as const, retentionDays: 1 },
      "voice_bridge.uploads.largest_megabytes": 1,
    },
    agents: null,
  });
  const hub = await startHub({ port: 0, token: "secret", parts: [portal], version: "0" });
  const open = new Map<string, Ask>();
  let isOver = false;
  let page: WebSocket | undefined;
  return {
    ...bench,
    async start() {
      await portal.start((parts) => followAsks({ ...parts, desk, clock }));
      connect();
    },
    shown: () => [...open.keys()],
    close,
    async [Symbol.asyncDispose]() {
      await close();
      await bench[Symbol.asyncDispose]();
    },
  };

  function connect() {
    if (isOver) return;
    page = new WebSocket(`${hub.url.replace("http", "ws")}/live`, {
      headers: { authorization: "Bearer secret" },
    });
    page.on("message", (bytes) => take(JSON.parse(String(bytes)) as LiveMessage));
    page.on("close", () => setTimeout(connect, 50));
    page.on("error", () => undefined);
  }

  function take(message: LiveMessage) {
    if (message.type === "asks") for (const { ask } of message.asks) open.set(ask.id, ask);
    if (message.type === "changed" && message.ask.outcome === null)
      open.set(message.ask.id, message.ask);
    if (message.type === "changed" && message.ask.outcome !== null) open.delete(message.ask.id);
    if (message.type === "removed") open.delete(message.id);
  }

  async function close() {
    if (isOver) return;
    isOver = true;
    await hub.close();
    page?.terminate();
  }
}

async function slackBench(): Promise<SurfaceBench> {
  const { desk, clock, ...bench } = openFaultyDesk();
  const asks: Ask[] = [];
  let here: Awaited<ReturnType<typeof startSlackHere>> | undefined;
  return {
    ...bench,
    async ask() {
      const ask = await bench.ask();
      asks.push(ask);
      return ask;
    },
    async start() {
      here = await startSlackHere({ on: { desk, clock } });
    },
    // Cards show no ids of ours, and are posted in the order of their asks.
    shown() {
      const cards = here?.stand.in("C1").filter((one) => /Which colour/.test(wordsIn(one))) ?? [];
      return asks.flatMap(({ id }, at) => {
        const card = cards[at];
        return card === undefined || /Answered by/.test(wordsIn(card)) ? [] : [id];
      });
    },
    close: async () => here?.surface.close(),
    async [Symbol.asyncDispose]() {
      await here?.[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
    },
  };
}

/** The hub's attention notifies the desktop. */
async function desktopBench(): Promise<SurfaceBench> {
  const { files, desk, clock, ask, ...bench } = openFaultyDesk();
  const told = files.at("told");
  writeFileSync(files.at("notify-send"), `#!/bin/sh\necho told >> '${told}'\n`);
  chmodSync(files.at("notify-send"), 0o755);
  const asks: string[] = [];
  const env = { DISPLAY: ":0", PATH: `${files.path}:${process.env["PATH"]}` };
  const surface = desktopSurface({ locale: "en", platform: "linux", env });
  const attention = attentionTo(surface, { desk, clock, files });
  return {
    ...bench,
    async ask() {
      const put = await ask();
      asks.push(put.id);
      return put;
    },
    async start() {
      await surface.start((parts) => followAsks({ ...parts, desk, clock }));
      await attention.start();
    },
    shown: () =>
      asks.slice(0, existsSync(told) ? readFileSync(told, "utf8").split("\n").length - 1 : 0),
    async close() {
      await attention.close();
      await surface.close();
    },
    async [Symbol.asyncDispose]() {
      await attention.close();
      await bench[Symbol.asyncDispose]();
    },
  };
}

/** One browser of a stand-in push service; the hub's attention says when it is told. */
async function pushBench(): Promise<SurfaceBench> {
  const { files, desk, clock, ask, ...bench } = openFaultyDesk();
  const service = await startPushService();
  const browser = service.browser();
  const settings = { stateDirectory: files.path, "push.alsoTo": service.origin } as Settings;
  const surface = await openPush({
    desk,
    settings,
    person: "ada",
    clock,
    onWarning: () => undefined,
  });
  const hub = await startHub({ port: 0, token: "secret", parts: [surface], version: "0" });
  const subscribed = await fetch(`${hub.url}/api/push/subscriptions`, {
    method: "POST",
    headers: { authorization: "Bearer secret", "content-type": "application/json" },
    body: JSON.stringify(browser.subscription),
  });
  expect(subscribed.status).toBe(200);
  const attention = attentionTo(surface, { desk, clock, files });
  const asks: string[] = [];
  return {
    ...bench,
    async ask() {
      const put = await ask();
      asks.push(put.id);
      return put;
    },
    async start() {
      await surface.start((parts) => followAsks({ ...parts, desk, clock }));
      await attention.start();
    },
    shown: () => asks.slice(asks.length - (browser.pushed.at(-1)?.state.count ?? 0)),
    close,
    async [Symbol.asyncDispose]() {
      await close();
      await service[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
    },
  };

  async function close() {
    await attention.close();
    await hub.close();
  }
}

/** A topic that needs a token on a stand-in server. */
async function ntfyBench(): Promise<SurfaceBench> {
  const { files, desk, clock, ask, ...bench } = openFaultyDesk();
  const server = await startNtfyServer();
  const ntfy = { topic: server.topic, token: server.token, showText: true, buttons: false };
  const surface = createNtfy({
    ...{ desk, clock, person: "ada", locale: "en", ntfy: () => ntfy },
    told: openTold(files.at("ntfy-told.json")),
    ...{ site: () => "", seal: (text) => text, onWarning: () => undefined },
  });
  const attention = attentionTo(surface, { desk, clock, files });
  const asks: string[] = [];
  return {
    ...bench,
    async ask() {
      const put = await ask();
      asks.push(put.id);
      return put;
    },
    async start() {
      await surface.start((parts) => followAsks({ ...parts, desk, clock }));
      await attention.start();
    },
    shown() {
      const shown = server.shown().map(({ sequence_id: sequence }) => sequence);
      return asks.filter((id) => shown.includes(sequenceOf(id)));
    },
    close,
    async [Symbol.asyncDispose]() {
      await close();
      await server[Symbol.asyncDispose]();
      await bench[Symbol.asyncDispose]();
    },
  };

  async function close() {
    await attention.close();
    await surface.close();
  }
}

/** Tells at once, on this surface alone. */
function attentionTo(
  surface: NotifyingHubSurface,
  { desk, clock, files }: Pick<ReturnType<typeof openFaultyDesk>, "desk" | "clock" | "files">,
) {
  const attention = createAttention({
    ...{ desk, clock, log: openNoticeLog(files.at("notices")), onWarning: () => undefined },
    settings: () =>
      AttentionSettings.parse({ surfaces: [surface.name], notifyAfterMinutes: 0, reminders: 0 }),
    whereabouts: () => ({ lastUsed: null, awaySince: null }),
    retryMs: 100,
  });
  attention.register(surface);
  return attention;
}
