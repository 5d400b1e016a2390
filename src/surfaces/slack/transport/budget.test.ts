/** The budget of calls: what Slack allows in a minute, who goes first, and what a refusal pauses. */
import { expect, it } from "vitest";
import { handClock } from "../../../../test/support/hand-clock.ts";
import { createBudget, type Lane } from "./budget.ts";

it("sends no more in a minute than the tier of the method allows", async () => {
  const { clock, call, sent, pass } = started();
  for (let at = 0; at < 70; at += 1) call("chat.delete", `C${at}`, "now");
  await pass(0);
  expect(sent).toHaveLength(50);
  await pass(59);
  expect(sent).toHaveLength(50);
  await pass(1);
  expect(sent).toHaveLength(70);
  expect(clock.monotonic()).toBe(60_000);
});

it("sends a message a second to each channel, three at once after a rest", async () => {
  const { call, sent, pass } = started();
  for (let at = 0; at < 6; at += 1) call("chat.postMessage", "C1", "card");
  call("chat.postMessage", "C2", "card");
  await pass(0);
  expect(sent).toEqual(["C1", "C1", "C1", "C2"]);
  await pass(1);
  expect(sent).toHaveLength(5);
  await pass(2);
  expect(sent).toHaveLength(7);
});

it("streamed words leave most of a minute to cards, and cards leave some to people", async () => {
  const { budget, call, sent, pass } = started();
  for (let at = 0; at < 60; at += 1) call("chat.update", "stream", "stream");
  await pass(59);
  const streamed = sent.length;
  expect(streamed).toBeGreaterThanOrEqual(15);
  expect(streamed).toBeLessThanOrEqual(20);
  for (let at = 0; at < 60; at += 1) call("chat.update", "card", "card");
  await pass(0);
  expect(sent.slice(streamed).every((one) => one === "card")).toBe(true);
  expect(sent).toHaveLength(40);
  call("chat.update", "clicked", "now");
  await pass(0);
  expect(sent.at(-1)).toBe("clicked");
  expect(budget.state()).toMatchObject({
    used: { "chat.update": { calls: 41, of: 50 } },
    refusals: 0,
  });
});

it("what waits can become more urgent, and streamed words wait no longer than a minute", async () => {
  const { call, sent, pass } = started();
  for (let at = 0; at < 40; at += 1) call("chat.update", "card", "card");
  let lane: Lane = "stream";
  call("chat.update", "first", () => lane);
  call("chat.update", "second", "stream");
  await pass(1);
  expect(sent).toHaveLength(40);
  lane = "now";
  for (let at = 0; at < 40; at += 1) call("chat.update", "card", "card");
  await pass(0);
  await pass(1);
  expect(sent.at(-1)).not.toBe("second");
  expect(sent).toContain("first");
  await pass(60);
  expect(sent).toContain("second");
});

it("a refusal pauses that method in that channel, and nothing else", async () => {
  const { budget, call, sent, pass, refuse } = started();
  refuse(30);
  call("chat.update", "C1", "now");
  await pass(0);
  call("chat.update", "C1", "now");
  call("chat.update", "C2", "now");
  call("chat.delete", "C1", "now");
  await pass(29);
  expect(sent).toEqual(["C2", "C1"]);
  expect(budget.state()).toMatchObject({
    waiting: { now: 2 },
    refusals: 1,
    lastRefusal: { method: "chat.update", waitSeconds: 30 },
  });
  await pass(1);
  expect(sent).toEqual(["C2", "C1", "C1", "C1"]);
});

it("a window is never held up, and fails at once if Slack would take it too late", async () => {
  const { budget, call, begin, sent, pass, refuse } = started();
  for (let at = 0; at < 120; at += 1) call("views.open", undefined, "card");
  await pass(0);
  expect(sent).toHaveLength(120);
  refuse(5);
  const refused = begin("views.open", undefined, "now");
  await expect(refused).rejects.toMatchObject({ retryAfter: 5 });
  expect(budget.state().waiting.now).toBe(0);
});

it("what waits is refused when it closes, and no timer is left", async () => {
  const { budget, call, begin, pass, sent } = started();
  for (let at = 0; at < 3; at += 1) call("chat.postMessage", "C1", "card");
  const waiting = begin("chat.postMessage", "C1", "card");
  await pass(0);
  budget.close();
  await expect(waiting).rejects.toThrow(/closed/);
  await expect(begin("chat.update", "C1", "now")).rejects.toThrow(/closed/);
  await pass(60);
  expect(sent).toHaveLength(3);
});

function started() {
  const clock = handClock();
  const budget = createBudget({ clock });
  const sent: string[] = [];
  let refusal: number | null = null;
  return { clock, budget, sent, call, begin, pass, refuse };

  function call(...given: Parameters<typeof begin>) {
    begin(...given).catch(() => undefined);
  }

  function begin(
    method: string,
    channel: string | undefined,
    lane: Lane | (() => Lane),
  ): Promise<void> {
    const laneOf = typeof lane === "function" ? lane : () => lane;
    return budget.run({ method, channel, lane: laneOf }, async () => {
      const retryAfter = refusal;
      refusal = null;
      if (retryAfter !== null) throw { code: "slack_webapi_rate_limited_error", retryAfter };
      sent.push(channel ?? "");
    });
  }

  /** Second by second, with the promises that each of them settles. */
  async function pass(seconds: number) {
    await settled();
    for (let at = 0; at < seconds; at += 1) {
      clock.advanceMilliseconds(1_000);
      await settled();
    }
  }

  /** The next Slack call is one too early. */
  function refuse(seconds: number) {
    refusal = seconds;
  }
}

async function settled() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
