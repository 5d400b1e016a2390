/** `GET /api/events`: what happens to agents, in order, also for a reader that was away. */
import { type IncomingMessage, request } from "node:http";
import { describe, expect, it } from "vitest";
import { startHub, type TestHub } from "../support/hub.ts";
import { until } from "../support/patience.ts";

interface StreamEvent {
  id: number;
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: data has every shape
  data: any;
}

/** A reader like a browser's, which reads until it is closed. */
async function listen(hub: TestHub, query = "", headers: Record<string, string> = {}) {
  const ended = new AbortController();
  const response = await fetch(`${hub.url}/api/events${query}`, {
    headers: { authorization: `Bearer ${hub.token}`, ...headers },
    signal: ended.signal,
  });
  const events: StreamEvent[] = [];
  let isOver = false;
  void read()
    .catch(() => undefined)
    .finally(() => (isOver = true));
  return {
    status: response.status,
    events,
    isOver: () => isOver,
    heard: (count: number) =>
      until(`${count} events`, async () => events.length >= count && events),
    [Symbol.dispose]: () => ended.abort(),
  };

  async function read() {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks.filter((one) => !one.startsWith(":"))) events.push(eventIn(block));
    }
  }
}

function eventIn(block: string): StreamEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1] ?? "";
  return { id: Number(field("id")), type: field("event"), data: JSON.parse(field("data")) };
}

async function prompt(hub: TestHub, sessionId: string, text: string) {
  await hub
    .agent(sessionId)
    .post("UserPromptSubmit", { prompt: text, prompt_id: `${sessionId} ${text}` });
}

const turns = "?types=turn_created";

describe("a reader", () => {
  it("hears first that nothing is missing, then of every turn, with ids that grow", async () => {
    await using hub = await startHub();
    using reader = await listen(hub, turns);
    await reader.heard(1);
    await prompt(hub, "one", "first");
    await prompt(hub, "two", "second");
    const [resume, first, second] = await reader.heard(3);
    expect(resume).toMatchObject({ type: "resume", data: { status: "ok" } });
    expect([first, second]).toMatchObject([
      {
        type: "turn_created",
        data: { text: "first", actor: "USER", intent: "COMMAND", turn_id: expect.any(Number) },
      },
      {
        type: "turn_created",
        data: { text: "second", agent_id: expect.any(Number), project_id: expect.any(Number) },
      },
    ]);
    expect(second?.id).toBeGreaterThan(first?.id ?? 0);
  });

  it("that was away hears what it missed, once, across a restart of the hub", async () => {
    await using hub = await startHub();
    await prompt(hub, "one", "first");
    using before = await listen(hub, `${turns}&last_event_id=0`);
    const [, first] = await before.heard(2);
    await prompt(hub, "one", "second");
    await hub.kill();
    await hub.revive();
    await prompt(hub, "two", "third");
    using after = await listen(hub, turns, { "last-event-id": String(first?.id) });
    await after.heard(3);
    await prompt(hub, "two", "fourth");
    const heard = await after.heard(4);
    expect(heard[0]).toMatchObject({ id: first?.id, type: "resume", data: { status: "ok" } });
    expect(heard.slice(1).map(({ data }) => data.text)).toEqual(["second", "third", "fourth"]);
  });

  it("that names an unknown event is told that there is a gap", async () => {
    await using hub = await startHub();
    await prompt(hub, "one", "first");
    using reader = await listen(hub, "", { "last-event-id": "999999" });
    expect(await reader.heard(1)).toMatchObject([{ type: "resume", data: { status: "gap" } }]);
  });

  it("may hear of one agent only", async () => {
    await using hub = await startHub();
    await prompt(hub, "one", "first");
    await prompt(hub, "two", "second");
    const agents = (await (await hub.get("/api/agents")).json()) as {
      id: number;
      sessionId: string;
    }[];
    const { id } = agents.find(({ sessionId }) => sessionId === "two") ?? {};
    using reader = await listen(hub, `${turns}&last_event_id=0&agent=${id}`);
    await reader.heard(2);
    await prompt(hub, "one", "third");
    await prompt(hub, "two", "fourth");
    expect((await reader.heard(3)).slice(1).map(({ data }) => data.text)).toEqual([
      "second",
      "fourth",
    ]);
  });

  it("without a credential, or with nonsense, hears nothing", async () => {
    await using hub = await startHub();
    expect((await fetch(`${hub.url}/api/events`)).status).toBe(401);
    using reader = await listen(hub, "?agent=x");
    expect(reader.status).toBe(400);
  });

  it("that does not read is let go, and others go on hearing", async () => {
    await using hub = await startHub();
    const slow = request(`${hub.url}/api/events`, {
      headers: { authorization: `Bearer ${hub.token}` },
    });
    const response = await new Promise<IncomingMessage>((resolve) =>
      slow.on("response", resolve).end(),
    );
    response.pause();
    using reader = await listen(hub, turns);
    await reader.heard(1);
    // More than the machine's own buffers hold.
    const text = "x".repeat(1_000_000);
    const count = 24;
    for (let number = 0; number < count; number++)
      await prompt(hub, `loud-${number}`, `${number} ${text}`);
    expect(await reader.heard(count + 1)).toHaveLength(count + 1);
    // It finds the end of its line only by reading what was on the way.
    const isOver = new Promise<void>((resolve) =>
      response.once("close", resolve).on("error", () => undefined),
    );
    response.resume();
    await isOver;
  });
});
