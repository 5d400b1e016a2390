/**
 * Calls to Slack end, also where Slack takes the connection and says nothing. The time of each call
 * runs out when the test says so: on a busy machine a call that is answered may take long.
 */
import { LogLevel } from "@slack/bolt";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { until } from "../../../../test/support/patience.ts";
import { startSlack } from "../../../../test/support/slack-stand-in.ts";
import { systemClock } from "../../../store/clock.ts";
import { createBudget } from "./budget.ts";
import { createClients } from "./client.ts";

const WITHIN_MS = 100;

/** One for each call, in order. */
let timeLimits: { milliseconds: number; runOut: () => void }[] = [];

beforeEach(() => {
  timeLimits = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const limit = new AbortController();
    const runOut = () => limit.abort(new DOMException("Too late", "TimeoutError"));
    timeLimits.push({ milliseconds, runOut });
    return limit.signal;
  });
});
afterEach(() => void vi.restoreAllMocks());

async function started() {
  const slack = await startSlack();
  const silent = () => undefined;
  const logger = {
    ...{ debug: silent, info: silent, warn: silent, error: silent },
    ...{ setLevel: silent, getLevel: () => LogLevel.ERROR, setName: silent },
  };
  const budget = createBudget({ clock: systemClock });
  const parts = { token: "xoxb-1", apiUrl: slack.apiUrl, logger, budget, withinMs: WITHIN_MS };
  const callsOf = (method: string) => slack.calls.filter((call) => call.method === method);
  return { slack, callsOf, ...createClients(parts) };
}

it("a call that hangs is given up and made again, and holds up no other", async () => {
  const { slack, client, callsOf } = await started();
  await using _ = slack;
  slack.hang("users.info");
  const hung = client.users.info({ user: "UADA" });
  await client.chat.postMessage({ channel: "C1", text: "meanwhile" });
  await until("the call that hangs", () => callsOf("users.info").length === 1);
  timeLimits[0]?.runOut();
  expect((await hung).ok).toBe(true);
  expect(callsOf("users.info")).toHaveLength(2);
  expect(timeLimits.map(({ milliseconds }) => milliseconds)).toEqual(Array(3).fill(WITHIN_MS));
});

it("what must not stand there twice is sent once, and its failure is known", async () => {
  const { slack, once, callsOf } = await started();
  await using _ = slack;
  slack.hang("chat.postMessage");
  const refused = expect(once.chat.postMessage({ channel: "C1", text: "once" })).rejects.toThrow();
  await until("the call that hangs", () => callsOf("chat.postMessage").length === 1);
  timeLimits[0]?.runOut();
  await refused;
  expect(slack.in("C1")).toHaveLength(1);
});
