/** Calls to Slack end, also where Slack takes the connection and says nothing. */
import { LogLevel } from "@slack/bolt";
import { expect, it } from "vitest";
import { startSlack } from "../../../../test/support/slack-stand-in.ts";
import { systemClock } from "../../../store/clock.ts";
import { createBudget } from "./budget.ts";
import { createClients } from "./client.ts";

async function started() {
  const slack = await startSlack();
  const silent = () => undefined;
  const logger = {
    ...{ debug: silent, info: silent, warn: silent, error: silent },
    ...{ setLevel: silent, getLevel: () => LogLevel.ERROR, setName: silent },
  };
  const budget = createBudget({ clock: systemClock });
  const parts = { token: "xoxb-1", apiUrl: slack.apiUrl, logger, budget, withinMs: 100 };
  return { slack, ...createClients(parts) };
}

it("a call that hangs is given up and made again, and holds up no other", async () => {
  const { slack, client } = await started();
  await using _ = slack;
  slack.hang("users.info");
  const hung = client.users.info({ user: "UADA" });
  await client.chat.postMessage({ channel: "C1", text: "meanwhile" });
  expect((await hung).ok).toBe(true);
  expect(slack.calls.filter(({ method }) => method === "users.info")).toHaveLength(2);
});

it("what must not stand there twice is sent once, and its failure is known", async () => {
  const { slack, once } = await started();
  await using _ = slack;
  slack.hang("chat.postMessage");
  await expect(once.chat.postMessage({ channel: "C1", text: "once" })).rejects.toThrow();
  expect(slack.in("C1")).toHaveLength(1);
});
