/**
 * Texts on their way to an agent: durable, typed at most once, and confirmed by the agent or marked
 * as doubtful.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Channel } from "../../src/agents/channels/channel.ts";
import { createDeliveries, type Deliveries } from "../../src/agents/channels/deliveries.ts";
import { createTmuxChannel } from "../../src/agents/channels/tmux-channel.ts";
import { rowOf } from "../../src/agents/turns/write/event-payloads.ts";
import type { Agent, DeliveryState } from "../../src/core/agent/agent.ts";
import type { AgentLog, NewTurn } from "../../src/store/agent-log.ts";
import { openLogOf } from "../support/agent-log.ts";
import { type AgentPane, openAgentPane } from "../support/agent-pane.ts";
import { bundleProgram } from "../support/bundle.ts";
import { until } from "../support/patience.ts";

let pane: AgentPane;
let log: AgentLog;
let agent: Agent;
let channel: Channel;
let deliveries: Deliveries;

beforeAll(async () => {
  pane = await openAgentPane();
});
afterAll(() => pane[Symbol.dispose]());
beforeEach(async () => {
  ({ log, agent } = await openLogOf(pane.files.at("log.db"), pane.agent));
  channel = createTmuxChannel();
  deliveries = createDeliveries({ log, channels: [channel] });
});
afterEach(async () => {
  await deliveries.close();
  await channel.close();
  await log.close();
  for (const suffix of ["", "-wal", "-shm"])
    rmSync(pane.files.at(`log.db${suffix}`), { force: true });
});

it("is queued once durable, typed before the first key, and announces both", async () => {
  const states: unknown[] = [];
  deliveries.onEvent((event) => states.push([event.type, rowOf(event).data["state"]]));
  const { id, state } = await deliveries.send(agent.id, "please  go on\n");
  expect(state).toBe("queued");
  await deliveries.waitForDelivery(id, { until: "typed" });
  await untilGiven("please  go on");
  const path = ["queued", "typed"].map((name) => ["delivery_updated", name]);
  expect(states).toEqual(path);
  const events = await log.events({ after: 0, limit: 10 });
  expect(events.map(({ type, data }) => [type, data["state"]])).toEqual(path);
});

it("keeps the order of texts sent at once", async () => {
  const before = pane.submitted().length;
  const sent = await Promise.all(
    ["yes", "no", "yes"].map((text) => deliveries.send(agent.id, text)),
  );
  for (const { id } of sent) await deliveries.waitForDelivery(id);
  expect((await pane.untilSubmitted(before + 3)).slice(before)).toEqual(["yes", "no", "yes"]);
});

it("leaves untyped texts to the next start when it is closed, without waiting", async () => {
  const before = pane.submitted().length;
  const sent = await Promise.all(
    ["now", "later", "latest"].map((text) => deliveries.send(agent.id, text)),
  );
  await deliveries.waitForDelivery(sent[0]?.id ?? 0);
  const waiting = deliveries.waitForDelivery(sent[2]?.id ?? 0, { timeoutMs: 600_000 });
  await deliveries.close();
  expect(await waiting).toMatchObject({ text: "latest", state: "queued" });
  const late = await deliveries.send(agent.id, "late");
  await channel.close();
  expect(await log.delivery(late.id)).toMatchObject({ state: "queued" });
  expect(pane.tmux("list-clients")).toBe("");
  expect((await pane.untilSubmitted(before + 1)).slice(before)).toEqual(["now"]);
  channel = createTmuxChannel();
  deliveries = createDeliveries({ log, channels: [channel] });
  await deliveries.recover();
  await deliveries.waitForDelivery(late.id);
  expect((await pane.untilSubmitted(before + 4)).slice(before + 1)).toEqual([
    "later",
    "latest",
    "late",
  ]);
});

it.each([
  ["before the first key, and it stays queued", false, "queued"],
  ["after it, and it stays typed", true, "typed"],
])("is not held up by a terminal that hangs: %s", async (_, isBegun, state) => {
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const hanging: Channel = {
    reaches: async () => true,
    async deliver(_agent, _text, { claim }) {
      if (isBegun) await claim();
      begin();
      return new Promise(() => undefined);
    },
    close: async () => undefined,
  };
  const held = createDeliveries({ log, channels: [hanging], finishWithinMs: 20 });
  const { id } = await held.send(agent.id, "hello");
  await begun;
  await held.close();
  expect(await log.delivery(id)).toMatchObject({ state });
});

it("types nothing once it is closed, though everything was ready", async () => {
  let goOn = () => {};
  const ready = new Promise<void>((resolve) => (goOn = resolve));
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  let claimed: Promise<boolean> | undefined;
  const slow: Channel = {
    reaches: async () => true,
    async deliver(_agent, _text, { claim }) {
      begin();
      await ready;
      claimed = claim();
      return claimed;
    },
    close: async () => undefined,
  };
  const held = createDeliveries({ log, channels: [slow] });
  const { id } = await held.send(agent.id, "hello");
  await begun;
  await held.close();
  goOn();
  await until("the claim", () => claimed !== undefined);
  expect(await claimed).toBe(false);
  expect(await log.delivery(id)).toMatchObject({ state: "queued" });
});

it("a channel that was closed opens no way to the agent again", async () => {
  expect(await channel.reaches(agent)).toBe(true);
  await channel.close();
  expect(await channel.reaches(agent)).toBe(false);
  await expect(channel.interrupt?.(agent)).rejects.toMatchObject({ code: "agent_unreachable" });
  expect(pane.tmux("list-clients")).toBe("");
});

it("is indeterminate without word from the agent, which ends the waits", async () => {
  const doubtful = createDeliveries({ log, channels: [channel], confirmWithinMs: 1 });
  const { id } = await doubtful.send(agent.id, "unheard");
  const outcome = await doubtful.waitForDelivery(id, { until: "consumed" });
  expect(outcome).toMatchObject({
    state: "indeterminate",
    detail: "The agent did not say that it received the text.",
  });
  await untilGiven("unheard");
  await doubtful.close();
});

it("is refused with the reason when nothing could be typed", async () => {
  const lost = { ...pane.agent.pane, id: "%99" };
  await log.write((writes) => writes.changeAgent(agent.id, { pane: lost }));
  const { id } = await deliveries.send(agent.id, "hello");
  expect(await deliveries.waitForDelivery(id, { until: "accepted" })).toMatchObject({
    state: "refused",
    detail: "The terminal pane in which this agent ran is gone. Nothing was typed.",
  });
});

it("is refused while a dialog of the agent is open, and after its session", async () => {
  const before = pane.submitted().length;
  const turn = await addQuestion("permission");
  const { id } = await deliveries.send(agent.id, "yes");
  const refused = await deliveries.waitForDelivery(id, { until: "accepted" });
  expect(refused).toMatchObject({
    state: "refused",
    detail: expect.stringContaining("dialog of its own"),
  });
  await log.write((writes) => writes.removeTurn(turn));
  await addQuestion("free_text");
  const answer = await deliveries.send(agent.id, "yes, do");
  expect(await deliveries.waitForDelivery(answer.id)).toMatchObject({ state: "typed" });
  await untilGiven("yes, do");
  await log.write((writes) => writes.changeAgent(agent.id, { endedAt: new Date().toISOString() }));
  const late = await deliveries.send(agent.id, "anybody?");
  const ended = await deliveries.waitForDelivery(late.id, { until: "accepted" });
  expect(ended).toMatchObject({
    state: "refused",
    detail: "The session of this agent is over. Nothing was typed.",
  });
  expect(pane.submitted().slice(before)).toEqual(["yes, do"]);
});

it("is cancelled as long as nothing was typed", async () => {
  const before = pane.submitted().length;
  const first = await deliveries.send(agent.id, "first");
  const controller = new AbortController();
  const second = await deliveries.send(agent.id, "second", { signal: controller.signal });
  controller.abort();
  expect(await deliveries.waitForDelivery(second.id)).toMatchObject({
    state: "refused",
    detail: "The sending was cancelled. Nothing was typed.",
  });
  expect(await deliveries.waitForDelivery(first.id)).toMatchObject({ state: "typed" });
  expect((await pane.untilSubmitted(before + 1)).slice(before)).toEqual(["first"]);
});

it("ends a wait at its time limit or when aborted, and says how far it got", async () => {
  const { id } = await deliveries.send(agent.id, "slow");
  expect(await deliveries.waitForDelivery(id, { until: "consumed", timeoutMs: 1 })).toMatchObject({
    id,
  });
  const signal = AbortSignal.abort(new Error("enough"));
  await expect(deliveries.waitForDelivery(id, { until: "consumed", signal })).rejects.toThrow(
    "enough",
  );
  expect(await deliveries.waitForDelivery(id + 1)).toBeNull();
  await untilGiven("slow");
});

it("notices a confirmation that was written by somebody else", async () => {
  const { id } = await deliveries.send(agent.id, "shared");
  await deliveries.waitForDelivery(id);
  const waiting = deliveries.waitForDelivery(id, { until: "accepted" });
  await log.write((writes) => writes.changeDelivery(id, ["typed"], { state: "accepted" }));
  expect(await waiting).toMatchObject({ state: "accepted" });
  await untilGiven("shared");
});

it("interrupts the agent with one Escape, when a person insists", async () => {
  await deliveries.interrupt(agent.id);
  const escapes = () => pane.transcript().filter(({ subtype }) => subtype === "escape").length;
  expect(await until("the Escape", () => escapes() || undefined)).toBe(1);
});

it("types a text once, however many try to at the same time", async () => {
  const before = pane.submitted().length;
  const left = await leave("queued");
  const channels = Array.from({ length: 4 }, () => createTmuxChannel());
  const rivals = channels.map((own) => createDeliveries({ log, channels: [own] }));
  await Promise.all(rivals.map((rival) => rival.recover()));
  await Promise.all(rivals.map((rival) => rival.waitForDelivery(left)));
  await Promise.all(rivals.map((rival) => rival.close()));
  await Promise.all(channels.map((own) => own.close()));
  expect(await log.delivery(left)).toMatchObject({ state: "typed" });
  await deliveries.send(agent.id, "the end");
  expect((await untilGiven("the end")).slice(before)).toEqual(["left", "the end"]);
});

it("after a restart types what never was, unless too old, and doubts the rest", async () => {
  const before = pane.submitted().length;
  const anHourAgo = new Date(Date.now() - 3_600_000).toISOString();
  const [old, typed, recent] = [
    await leave("queued", anHourAgo),
    await leave("typed"),
    await leave("queued"),
  ];
  await deliveries.recover();
  await deliveries.waitForDelivery(recent);
  await untilGiven("left");
  const states = await Promise.all(
    [old, typed, recent].map(async (id) => (await log.delivery(id))?.state),
  );
  expect(states).toEqual(["refused", "indeterminate", "typed"]);
  expect(pane.submitted().slice(before)).toEqual(["left"]);
});

describe("a process that is killed while it sends", () => {
  let worker: string;
  beforeAll(async () => {
    // Beside node_modules, where the program finds the database's binding.
    worker = await bundleProgram(
      "delivery-worker",
      fileURLToPath(new URL("../../.test-results", import.meta.url)),
    );
  });

  it.each([
    ["before the claim", "queued", "typed", true],
    ["between the claim and the first key", "claimed", "indeterminate", false],
    ["between the paste and the Enter", "pasted", "indeterminate", false],
    ["after the Enter", "sent", "indeterminate", true],
  ])("%s never has its text typed twice", async (_when, moment, state, hasArrived) => {
    const before = pane.submitted().length;
    await killedSending(moment, `killed when ${moment}`);
    await until("its client to leave", () => pane.tmux("list-clients") === "" || undefined);
    await deliveries.recover();
    const [delivery] = await log.deliveries(agent.id, { limit: 1 });
    expect(await deliveries.waitForDelivery(delivery?.id ?? 0)).toMatchObject({ state });
    // The pasted but unsent text still stands in the prompt: nothing is typed after it until a
    // person sends it.
    if (moment === "pasted") {
      const { id } = await deliveries.send(agent.id, "too early");
      expect(await deliveries.waitForDelivery(id)).toMatchObject({ state: "refused" });
      pane.tmux("send-keys", "Enter");
    }
    await deliveries.send(agent.id, `and after ${moment}`);
    const hasAll = () => pane.submitted().at(-1)?.endsWith(`and after ${moment}`) || undefined;
    await until("the next text", hasAll);
    const given = pane.submitted().slice(before).join("\n");
    expect(given.split("killed").length - 1).toBe(hasArrived || moment === "pasted" ? 1 : 0);
  });

  async function killedSending(moment: string, text: string): Promise<void> {
    const path = pane.files.at("log.db");
    const child = spawn(process.execPath, [worker, path, String(agent.id), moment, text], {
      stdio: "inherit",
    });
    expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
  }
});

it("is indeterminate when the tmux server dies in the middle", async () => {
  const dying: Channel = {
    ...channel,
    deliver: (to, text, handover) =>
      channel.deliver(to, text, {
        ...handover,
        async claim() {
          const isOurs = await handover.claim();
          pane.tmux("kill-server");
          return isOurs;
        },
      }),
  };
  const unlucky = createDeliveries({ log, channels: [dying] });
  const { id } = await unlucky.send(agent.id, "hello");
  expect(await unlucky.waitForDelivery(id, { until: "accepted" })).toMatchObject({
    state: "indeterminate",
    detail: "The way to the agent's terminal broke while the text was typed.",
  });
  await unlucky.close();
});

/** Adds a delivery that an ended process left in the log. */
async function leave(state: DeliveryState, at = new Date().toISOString()): Promise<number> {
  const delivery = {
    agentId: agent.id,
    turnId: null,
    text: "left",
    detail: null,
    createdAt: at,
    updatedAt: at,
  };
  return (await log.write((writes) => writes.addDelivery({ ...delivery, state }))).id;
}

async function addQuestion(source: "permission" | "free_text"): Promise<number> {
  const at = new Date().toISOString();
  return log.write(async (writes) => {
    const command = {
      instruction: "work",
      fullCommand: "work",
      fullOutput: null,
      startedAt: at,
      completedAt: null,
    };
    const task = await writes.addTask({ agentId: agent.id, state: "AWAITING_INPUT", ...command });
    await writes.changeAgent(agent.id, { currentTaskId: task.id, state: "AWAITING_INPUT" });
    const turn: NewTurn = {
      ...{
        agentId: agent.id,
        taskId: task.id,
        actor: "AGENT",
        intent: "QUESTION",
        text: "Shall I?",
        timestamp: at,
      },
      ...{
        timestampSource: "server",
        place: null,
        question: { text: "Shall I?", options: null, source },
        answeredByTurnId: null,
      },
      ...{
        askId: null,
        key: source,
        uuid: null,
        promptId: null,
        toolUseId: null,
        contentHash: source,
      },
    };
    const [added] = await writes.addTurns([turn]);
    return added?.id ?? 0;
  });
}

function untilGiven(text: string): Promise<string[]> {
  return until(`"${text}" at the agent`, () =>
    pane.submitted().at(-1) === text ? pane.submitted() : undefined,
  );
}
