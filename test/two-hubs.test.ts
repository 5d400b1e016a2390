/** Two hubs on one database, each with a state folder of its own, as on two machines. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, runJson, start } from "./support/askline.ts";
import { type NtfyServer, startNtfyServer } from "./support/ntfy-server.ts";
import { until } from "./support/patience.ts";
import { type Postgres, startPostgres } from "./support/postgres.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";
import { type Serving, startServing } from "./support/serving.ts";

const HUBS = 2;
let postgres: Postgres;
let server: NtfyServer;
let config: Sandbox;
let env: Record<string, string>;
let hubs: Serving[];

beforeAll(async () => {
  postgres = await startPostgres({ durable: true });
  server = await startNtfyServer({ isOpen: true });
  config = openSandbox();
  config.writeJson({ surfaces: ["ntfy"], notifyAfterMinutes: 0, reminders: 0 }, "attention.json");
  env = {
    ASKLINE_CONFIG_DIR: config.path,
    ASKLINE_DATABASE_URL: await postgres.createSchema(),
    ASKLINE_VOICE_BRIDGE_NETWORK_PUBLIC_ADDRESS: "https://askline.example.net",
  };
  hubs = await Promise.all(Array.from({ length: HUBS }, () => startServing(env)));
  const [one] = hubs as [Serving];
  const connected = await run(one.state, ["ntfy", "connect", server.topic], { env });
  expect(connected).toMatchObject({ code: 0 });
});
afterAll(async () => {
  for (const hub of hubs ?? []) await hub[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
  await postgres?.[Symbol.asyncDispose]();
  config?.[Symbol.dispose]();
});

describe("two hubs on one database", () => {
  it("an ask made at one is seen at the other, answered there, and its caller is told", async () => {
    const [one, other] = hubs as [Serving, Serving];
    const events = await follow(other);
    const asking = start(one.state, ["ask", "Ship it?", "-o", "Yes", "-o", "No"], { env });
    const [ask] = await until("the ask", async () => {
      const asks = await runJson(other.state, ["list"], { env });
      return asks.length > 0 ? (asks as { id: string }[]) : null;
    });
    await until("the event", () => events.said().includes(String(ask?.id)));
    expect(await run(other.state, ["answer", String(ask?.id), "1"], { env })).toMatchObject({
      code: 0,
    });
    expect((await asking.finished).stdout).toContain("Yes");
    await until("the outcome", () => events.said().includes("completed"));
    await events.end();
  });

  it("a notice is given once, whichever hub is the faster", async () => {
    const [one, other] = hubs as [Serving, Serving];
    const before = server.sent.length;
    const made: string[] = [];
    for (let count = 0; count < 6; count++) {
      const { state } = count % 2 === 0 ? one : other;
      const { id } = await runJson(state, ["ask", `Question ${count}?`, "--no-wait"], { env });
      made.push(id);
    }
    await server.after(before + made.length);
    for (const id of made) await run(one.state, ["answer", id, "Yes"], { env });
    const last = await runJson(one.state, ["ask", "The last one?", "--no-wait"], { env });
    await server.after(before + made.length + 1);
    const sequences = server.sent.slice(before).map(({ sequence_id }) => sequence_id);
    expect(new Set(sequences).size).toBe(sequences.length);
    expect(sequences).toHaveLength(made.length + 1);
    await run(one.state, ["answer", last.id, "Yes"], { env });
  });

  it("a deadline comes once, and at both", async () => {
    const [one, other] = hubs as [Serving, Serving];
    const { id } = await runJson(
      one.state,
      ["ask", "Which?", "-o", "Red", "-o", "Blue", "--timeout", "1s", "--no-wait"],
      { env },
    );
    const waited = await run(other.state, ["wait", id], { env });
    expect(waited.code).not.toBe(0);
    for (const { state } of [one, other])
      expect(await runJson(state, ["show", id], { env })).toMatchObject({ status: "timed_out" });
  });

  it("one that is killed loses nothing, and the other goes on", async () => {
    const [one, other] = hubs as [Serving, Serving];
    const { id } = await runJson(one.state, ["ask", "Still there?", "--no-wait"], { env });
    const waiting = start(other.state, ["wait", id], { env });
    await one.kill();
    expect(await run(other.state, ["answer", id, "Yes"], { env })).toMatchObject({ code: 0 });
    expect((await waiting.finished).stdout).toContain("Yes");
    await one.revive();
    expect(await runJson(one.state, ["show", id], { env })).toMatchObject({ status: "completed" });
  });
});

/** The server-sent events of a hub. */
async function follow({ url, token }: Serving) {
  const over = new AbortController();
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  const response = await fetch(`${url}/api/events?types=ask_updated`, {
    headers,
    signal: over.signal,
  });
  let said = "";
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) said += decoder.decode(part as Uint8Array);
  })().catch(() => undefined);
  return {
    said: () => said,
    async end() {
      over.abort();
      await reading;
    },
  };
}
