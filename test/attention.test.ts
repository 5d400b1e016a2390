/**
 * Notifying the person with the real hub: the desktop's tool, a page that may notify, `askline
 * away`, and a power cut.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { run, runJson } from "./support/askline.ts";
import { startHub, type TestHub } from "./support/hub.ts";
import { until } from "./support/patience.ts";
import { openSandbox } from "./support/sandbox.ts";

const outside = openSandbox();
const shownFile = outside.at("shown");
const env = {
  ASKLINE_CONFIG_DIR: outside.at("config"),
  PATH: `${outside.at("bin")}:${process.env["PATH"]}`,
  DISPLAY: ":0",
  SSH_CONNECTION: "",
  SSH_TTY: "",
};
let hub: TestHub;

beforeAll(async () => {
  mkdirSync(outside.at("bin"));
  writeFileSync(
    outside.at("bin", "notify-send"),
    `#!/bin/sh\nprintf '%s\\n' "$4" >> '${shownFile}'\n`,
  );
  chmodSync(outside.at("bin", "notify-send"), 0o755);
  setAttention({});
  hub = await startHub({ env });
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  outside[Symbol.dispose]();
});
beforeEach(() => writeFileSync(shownFile, ""));

function setAttention(more: object) {
  const away = { surfaces: ["portal"] };
  outside.writeJson({ notifyAfterMinutes: 0, away, ...more }, "config", "attention.json");
}

function ask(title: string) {
  const question = { title, prompt: "Which?", options: [{ label: "A" }, { label: "B" }] };
  return hub.desk.ask({
    questions: [question],
    source: { kind: "test", project: "shop" },
    mode: "detached",
  });
}

const shown = () => readFileSync(shownFile, "utf8").split("\n").filter(Boolean);

describe("an ask that waits", () => {
  it("is shown on the desktop once, also by a hub restarted after a power cut", async () => {
    const first = await ask("Door $(touch x)");
    await until("the notice", async () => shown().includes("Door $(touch x)"));
    await until("that it is known to be sent", async () =>
      JSON.stringify(told(first.id)).includes('"sent"'),
    );
    await hub.kill();
    await hub.revive();
    const second = await ask("Wall");
    await until("the next notice", async () => shown().includes("Wall"));
    expect(shown()).toEqual(["Door $(touch x)", "Wall"]);
    await hub.desk.answer(first.id, { answers: [{ optionIds: ["1"] }] }, { surface: "test" });
    await hub.desk.answer(second.id, { answers: [{ optionIds: ["1"] }] }, { surface: "test" });
    await until(
      "that nothing is kept of it",
      async () => readdirSync(hub.files.at("notices")).length === 0,
    );
  });

  it("is shown as one notice with the others, where twenty come at once", async () => {
    const asks = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(`Part ${index}`)));
    await until("the notice", async () => shown().length > 0);
    expect(shown()).toEqual(["20 questions wait"]);
    await until("that all are known to be sent", async () =>
      asks.every(({ id }) => JSON.stringify(told(id)).includes('"sent"')),
    );
    for (const { id } of asks)
      await hub.desk.answer(id, { answers: [{ optionIds: ["1"] }] }, { surface: "test" });
    expect(shown()).toHaveLength(1);
  });

  it("waits while the hub finds that it is quiet, by the file as it is now", async () => {
    setAttention({ quietHours: { from: "00:00", to: "23:59", timeZone: "UTC" } });
    const { isQuiet } = await attention();
    setAttention({});
    expect((await attention()).isQuiet).toBe(false);
    // The quiet hours cover the whole day except its last minute.
    expect(isQuiet).toBe(new Date().toISOString().slice(11, 16) !== "23:59");
  });
});

describe("an agent that an error stopped", () => {
  it("is told once, with the client's own words, and listed with them", async () => {
    const agent = hub.agent("failing");
    const failure = { error: "server_error", last_assistant_message: "API Error: 529 overloaded" };
    await agent.post("UserPromptSubmit", { prompt: "work", prompt_id: "p1" });
    await agent.post("StopFailure", { prompt_id: "p1", ...failure });
    await agent.post("StopFailure", { prompt_id: "p1", ...failure });
    await until("the notice", async () => shown().length > 0);
    await agent.post("UserPromptSubmit", { prompt: "again", prompt_id: "p2" });
    await agent.post("StopFailure", { prompt_id: "p2", ...failure });
    await until("the notice of the next failure", async () => shown().length > 1);
    expect(shown()).toEqual(Array(2).fill("stopped: API Error: 529 overloaded"));
    const { stdout } = await run(hub.state, ["agents"], { env });
    expect(stdout).toContain("stopped: API Error: 529 overloaded");
    await agent.post("SessionEnd", { reason: "exit" });
  });
});

describe("askline away", () => {
  it("notifies elsewhere at once, shows in lists and the hub, ends with askline back", async () => {
    const messages: { type: string; step?: number; ask?: { id: string } }[] = [];
    const page = new WebSocket(`${hub.url.replace("http", "ws")}/live?notifies=1`, {
      headers: { authorization: `Bearer ${hub.token}` },
    });
    page.on("message", (data) => messages.push(JSON.parse(String(data))));
    await until("the page", async () => messages.length > 0);
    const waiting = await ask("Roof");
    await until("the notice at the desk", async () => shown().includes("Roof"));
    expect(messages.some(({ type }) => type === "notice")).toBe(false);
    const left = await runJson(hub.state, ["away", "--for", "2h"], { env });
    expect(Date.parse(left.away.until) - Date.parse(left.away.since)).toBe(7_200_000);
    await until("the notice where they are", async () =>
      messages.some(
        ({ type, step, ask: about }) => type === "notice" && step === 0 && about?.id === waiting.id,
      ),
    );
    expect(await attention()).toMatchObject({ away: left.away, surfaces: ["portal"] });
    expect((await run(hub.state, ["list"], { env })).stdout).toMatch(
      /You are away until .*askline back/,
    );
    expect((await run(hub.state, ["agents"], { env })).stdout).toMatch(/You are away until/);
    expect((await run(hub.state, ["back"], { env })).stdout).toBe("Welcome back.\n");
    expect((await run(hub.state, ["back"], { env })).stdout).toBe("You were not away.\n");
    expect(await attention()).toMatchObject({ away: null });
    expect((await run(hub.state, ["list"], { env })).stdout).not.toContain("away");
    page.close();
  });

  it.each([
    [["--until", "25:00"], /not a time of day/],
    [["--until", "17:00", "--for", "2h"], /two ways/],
    [["--for", "soon"], /not a length of time/],
  ])("%j is refused with a sentence", async (words, sentence) => {
    const { code, stderr } = await run(hub.state, ["away", ...words], { env });
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
  });

  it("until a time of day that is over means tomorrow's", async () => {
    const { away } = await runJson(hub.state, ["away", "--until", "00:00"], {
      env: { ...env, TZ: "UTC" },
    });
    expect(away.until).toMatch(/T00:00:00\.000Z$/);
    expect(Date.parse(away.until)).toBeGreaterThan(Date.now());
    await run(hub.state, ["back"], { env });
  });
});

describe("where the person was last", () => {
  it("is known from what they did, wherever that was", async () => {
    const { id } = await ask("Window");
    await run(hub.state, ["answer", id, "1"], { env });
    expect(await attention()).toMatchObject({
      lastUsed: { surface: "command" },
      surfaces: ["desktop", "portal"],
    });
    const headers = { authorization: `Bearer ${hub.token}`, "content-type": "application/json" };
    await fetch(`${hub.url}/api/presence`, { method: "POST", headers, body: "{}" });
    await until("the page's word", async () => (await attention()).lastUsed?.surface === "portal");
    expect(await attention()).toMatchObject({ surfaces: ["portal", "desktop"] });
  });
});

function told(id: string): unknown {
  return existsSync(hub.files.at("notices", `${id}.json`))
    ? hub.files.readJson("notices", `${id}.json`)
    : null;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
async function attention(): Promise<any> {
  return (await hub.get("/api/attention")).json();
}
