/** What happens to questions and answers while the hub is out of reach, and once it is back. */
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Ask } from "../src/core/ask/ask.ts";
import { createDesk, type Desk } from "../src/desk/desk.ts";
import { devicesOf } from "../src/http/devices.ts";
import { createAskStoreApi } from "../src/hub/ask-store-api.ts";
import { type Hub, startHub } from "../src/hub/hub.ts";
import type { AskChange, AskStore } from "../src/store/ask-store.ts";
import { systemClock } from "../src/store/clock.ts";
import { openFileStore } from "../src/store/file/file-store.ts";
import { lifeOf, thisProcess } from "../src/store/process-identity.ts";
import { lookAt } from "../src/store/remote/look.ts";
import { openRemoteStore } from "../src/store/remote/remote-store.ts";
import { sendAgain } from "../src/store/remote/send-again.ts";
import { type CuttingProxy, startCuttingProxy } from "./support/cutting-proxy.ts";
import { until } from "./support/patience.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";

const QUESTION = {
  questions: [{ prompt: "Which colour?", options: [{ label: "Red" }, { label: "Blue" }] }],
  source: { kind: "command" },
};
const RED = { answers: [{ optionIds: ["1"] }] };
const BLUE = { answers: [{ optionIds: ["2"] }] };
const ADA = { surface: "inbox", who: "Ada" };
const BOB = { surface: "portal", who: "Bob" };

describe("an ask has one home at a time", () => {
  it("answered here while the hub is gone, it goes out as it was decided, and stays so", async () => {
    await using scene = await openScene();
    const { laptop, hub, proxy } = scene;
    await proxy.cut();
    const { id } = await laptop.desk.ask(QUESTION);
    const waiting = laptop.desk.wait(id);
    expect((await laptop.desk.list({ status: "pending" })).map((one) => one.id)).toEqual([id]);
    await laptop.desk.answer(id, RED, ADA);
    expect((await waiting).outcome).toMatchObject({ reply: RED });
    const seen: (Ask | null)[] = [];
    await hub.desk.watch(({ ask }: AskChange) => void seen.push(ask), { after: "now" });
    await proxy.mend();
    const there = await until("the hub to have it", () => hub.desk.load(id).catch(() => undefined));
    expect(there.outcome).toMatchObject({ status: "completed", reply: RED });
    await expect(hub.desk.answer(id, BLUE, BOB)).rejects.toMatchObject({ code: "already_settled" });
    expect(seen.every((ask) => ask?.outcome != null)).toBe(true);
    await until("nothing to wait", async () => (await scene.waiting()).length === 0);
  });

  it("handed over with its reply lost, what is decided here goes to the hub, once", async () => {
    await using scene = await openScene();
    const { laptop, hub, proxy } = scene;
    await laptop.desk.list();
    proxy.lose(({ method, url }) => method === "POST" && url === "/api/store/asks");
    const { id } = await laptop.desk.ask(QUESTION);
    expect(await hub.desk.load(id)).toMatchObject({ outcome: null });
    await proxy.cut();
    await expect(laptop.desk.answer(id, RED, ADA)).rejects.toMatchObject({ code: "not_sent_yet" });
    expect((await scene.waiting()).map((one) => one.id)).toEqual([id]);
    await hub.desk.answer(id, BLUE, BOB);
    proxy.lose(() => false);
    await proxy.mend();
    expect((await laptop.desk.wait(id)).outcome).toMatchObject({ reply: BLUE });
    await until("that it is told", () => laptop.said.some((one) => one.includes("was first")));
    expect((await hub.desk.load(id)).outcome?.provenance).toMatchObject({ who: "Bob" });
  });
});

it("raises no question whose time ran out, or that was withdrawn, while the hub was gone", async () => {
  await using scene = await openScene();
  const { laptop, hub, proxy } = scene;
  const open: string[] = [];
  await hub.desk.watch(({ id, ask }: AskChange) => ask?.outcome === null && void open.push(id));
  await proxy.cut();
  const due = await laptop.desk.ask({ ...QUESTION, timeoutSeconds: 0.2 });
  const dropped = await laptop.desk.ask(QUESTION);
  expect((await laptop.desk.wait(due.id)).outcome.status).toBe("timed_out");
  await laptop.desk.withdraw(dropped.id, { surface: "mcp" });
  await proxy.mend();
  const statuses = () =>
    Promise.all([due.id, dropped.id].map(async (id) => (await hub.desk.load(id)).outcome?.status));
  const there = await until("both at the hub", () => statuses().catch(() => undefined));
  expect([there, open]).toEqual([["timed_out", "abandoned"], []]);
});

describe("a person's answer while the hub is gone", () => {
  it("is not sent yet, and counts once the hub is back", async () => {
    await using scene = await openScene();
    const { laptop, hub, proxy } = scene;
    const { id } = await hub.desk.ask(QUESTION);
    await laptop.desk.load(id);
    await proxy.cut();
    const late = laptop.desk.answer(id, RED, ADA);
    await expect(late).rejects.toMatchObject({ code: "not_sent_yet" });
    expect((await hub.desk.load(id)).outcome).toBeNull();
    await proxy.mend();
    const there = await hub.desk.wait(id);
    expect(there.outcome).toMatchObject({ reply: RED, provenance: { who: "Ada" } });
  });

  it("loses to one that came before it, and says whose", async () => {
    await using scene = await openScene();
    const { laptop, hub, proxy } = scene;
    const { id } = await hub.desk.ask(QUESTION);
    await laptop.desk.load(id);
    await proxy.cut();
    await expect(laptop.desk.answer(id, RED, ADA)).rejects.toMatchObject({ code: "not_sent_yet" });
    await hub.desk.answer(id, BLUE, BOB);
    await proxy.mend();
    await until("that it is told", () =>
      laptop.said.some((one) => one.startsWith("Bob was first")),
    );
    await until("nothing to wait", async () => (await scene.waiting()).length === 0);
    expect((await hub.desk.load(id)).outcome).toMatchObject({ reply: BLUE });
  });
});

it("finds its own answer again when the acknowledgement was lost", async () => {
  await using scene = await openScene();
  const { laptop, hub, proxy } = scene;
  let losses = 0;
  proxy.lose(({ url }) => url?.endsWith("/settle") === true && losses++ === 0);
  for (const decide of [
    (id: string) => laptop.desk.answer(id, RED, ADA),
    (id: string) => laptop.desk.reject(id, { reason: "no" }, ADA),
  ]) {
    losses = 0;
    const { id } = await hub.desk.ask(QUESTION);
    expect((await decide(id)).outcome?.provenance).toMatchObject({ who: "Ada" });
    expect(losses).toBeGreaterThan(1);
  }
});

it("gives a hub that was put back in time what it has lost, under the same id", async () => {
  await using scene = await openScene();
  const { laptop, proxy, files } = scene;
  await laptop.desk.list();
  cpSync(files.at("hub"), files.at("backup"), { recursive: true });
  const { id } = await laptop.desk.ask(QUESTION);
  const waiting = laptop.desk.wait(id);
  await until("it to wait", () => proxy.passed.some((one) => one.includes("/wait")));
  await proxy.cut();
  await scene.replaceHub(() => {
    rmSync(files.at("hub"), { recursive: true });
    cpSync(files.at("backup"), files.at("hub"), { recursive: true });
  });
  await proxy.mend();
  await until("it to be there again", () => scene.hub.desk.load(id).catch(() => undefined));
  await scene.hub.desk.answer(id, BLUE, BOB);
  expect((await waiting).outcome).toMatchObject({ reply: BLUE });
});

it("keeps what a revoked token could not send, and says so", async () => {
  await using scene = await openScene();
  const { laptop, proxy, files } = scene;
  await laptop.desk.list();
  await proxy.cut();
  const { id } = await laptop.desk.ask(QUESTION);
  await devicesOf({ stateDirectory: files.at("hub") }).revoke("laptop");
  await proxy.mend();
  await until("that it is told", () => laptop.said.some((one) => one.includes("did not take")));
  expect(await scene.waiting()).toEqual([
    expect.objectContaining({ id, refused: expect.stringContaining("does not take this token") }),
  ]);
  expect((await laptop.desk.load(id)).outcome).toBeNull();
  // With a new token it goes out after all.
  await laptop.close();
  const again = await scene.newLaptop("again");
  await again.desk.list();
  expect((await until("it", () => scene.hub.desk.load(id).catch(() => undefined))).id).toBe(id);
});

it("keeps what the hub refuses for good, and sends it once more only when told to", async () => {
  await using scene = await openScene();
  const { laptop, hub, proxy, files } = scene;
  await laptop.desk.list();
  let tries = 0;
  proxy.lose(({ method, url }) => {
    if (method === "POST" && url === "/api/store/asks") tries += 1;
    return false;
  });
  await proxy.cut();
  const { id } = await laptop.desk.ask(QUESTION);
  await hub.desk.ask({ ...QUESTION, id, context: "Another one under its id." });
  await proxy.mend();
  const refused = { id, refused: expect.stringContaining("id"), isRefusedForGood: true };
  const isTold = () => laptop.said.some((one) => one.includes("did not take"));
  await until("that it is told", isTold);
  expect(await scene.waiting()).toEqual([expect.objectContaining(refused)]);
  expect(tries).toBe(1);
  for (let round = 0; round < 3; round += 1) await laptop.desk.list();
  expect(tries).toBe(1);
  const again = { url: proxy.url, token: "the machine's own", directory: files.at("laptop") };
  await sendAgain({ ...again, onWarning: () => undefined });
  expect(tries).toBe(2);
  expect(await scene.waiting()).toEqual([expect.objectContaining(refused)]);
});

it("comes back with everybody else: each ask arrives once, however busy the hub is", async () => {
  await using scene = await openScene();
  const { hub, proxy } = scene;
  const others = await Promise.all([1, 2, 3, 4].map((one) => scene.newLaptop(`l${one}`, `${one}`)));
  await proxy.cut();
  const asks = await Promise.all(
    others.flatMap(({ desk }) => [1, 2, 3].map(() => desk.ask(QUESTION))),
  );
  proxy.overload(15);
  await proxy.mend();
  const ids = asks.map(({ id }) => id).sort();
  await until("all of them", async () => {
    const there = (await hub.desk.list()).map(({ id }) => id).sort();
    return JSON.stringify(there) === JSON.stringify(ids);
  });
  for (const { close } of others) await close();
});

it("an ask that was put here is said to be damaged, or read from its copy, with its files lost", async () => {
  await using scene = await openScene();
  const { files, laptop, proxy } = scene;
  await proxy.cut();
  const { id } = await laptop.desk.ask(QUESTION);
  const folder = files.at("laptop", "asks", id);
  writeFileSync(`${folder}/request.json`, "{");
  await expect(laptop.desk.load(id)).rejects.toMatchObject({ code: "damaged" });
  rmSync(folder, { recursive: true });
  expect(await laptop.desk.load(id)).toMatchObject({ id, outcome: null });
});

interface Laptop {
  desk: Desk;
  said: string[];
  close(): Promise<void>;
}

interface Scene extends AsyncDisposable {
  files: Sandbox;
  hub: { desk: Desk; url: string };
  proxy: CuttingProxy;
  laptop: Laptop;
  newLaptop(name: string, folder?: string): Promise<Laptop>;
  replaceHub(between: () => void): Promise<void>;
  waiting(): Promise<{ id: string; refused?: string | undefined }[]>;
}

/** A hub, a laptop with a token of its own, and a line between them that can be cut. */
async function openScene(): Promise<Scene> {
  const files = openSandbox();
  const stateDirectory = files.at("hub");
  let hub = await openHub();
  const proxy = await startCuttingProxy(hub.url);
  const laptops: Laptop[] = [];
  const laptop = await newLaptop("laptop");
  return {
    ...{ files, proxy, laptop, newLaptop, replaceHub },
    get hub() {
      return hub;
    },
    waiting: async () =>
      (await lookAt({ url: hub.url, token: "none", directory: files.at("laptop") })).waiting,
    async [Symbol.asyncDispose]() {
      for (const one of laptops) await one.close();
      await proxy[Symbol.asyncDispose]();
      await hub.close();
      files[Symbol.dispose]();
    },
  };

  async function openHub() {
    const store = openFileStore({ directory: files.at("hub", "sessions") });
    const desk = deskOn(store);
    const api = createAskStoreApi({ store, desk, clock: systemClock, version: "test" });
    const devices = devicesOf({ stateDirectory });
    const served: Hub = await startHub({
      ...{ port: 0, token: "the machine's own", parts: [api], version: "test", devices },
      stateDirectory,
    });
    await desk.watch(() => undefined);
    const close = async () => {
      await served.close();
      await desk.close();
    };
    return { desk, url: served.url, close };
  }

  async function replaceHub(between: () => void) {
    await hub.close();
    between();
    hub = await openHub();
    proxy.leadTo(hub.url);
  }

  async function newLaptop(name: string, folder = ""): Promise<Laptop> {
    const rights = { scopes: ["ask" as const, "answer" as const], person: "Ada" };
    const made = await devicesOf({ stateDirectory }).create(name, rights);
    const said: string[] = [];
    const store = openRemoteStore({
      ...{ url: proxy.url, token: made?.token ?? "", directory: files.at("laptop", folder) },
      onWarning: (message) => said.push(message),
    });
    const desk = deskOn(store);
    let isOpen = true;
    const close = async () => {
      if (isOpen) await desk.close();
      isOpen = false;
    };
    const opened = { desk, said, close };
    laptops.push(opened);
    return opened;
  }
}

function deskOn(store: AskStore): Desk {
  const newId = () => crypto.randomUUID();
  return createDesk({ store, clock: systemClock, newId, owner: thisProcess, lifeOf });
}
