/** What the agent itself says about a text decides what becomes of its delivery. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { expect, it } from "vitest";
import { createDeliveries, type DeliveriesOptions } from "../../src/agents/channels/deliveries.ts";
import { createTmuxChannel } from "../../src/agents/channels/tmux-channel.ts";
import { openLogOf } from "../support/agent-log.ts";
import { openAgentPane } from "../support/agent-pane.ts";

it("accepts a text when the agent's hook shows it, and calls it consumed when the agent has worked on it", async () => {
  await using hooks = await openHooks();
  await using scene = await openScene({ STAND_IN_HOOKS: hooks.url });
  const { agent, deliveries } = scene;
  hooks.onHook = async ({ hook_event_name: event, prompt = "" }) => {
    if (event === "UserPromptSubmit") await deliveries.confirmAccepted(agent.id, prompt);
    if (event === "Stop") await deliveries.confirmConsumed(agent.id, "여러 줄의\n텍스트 🙂");
  };
  const { id } = await deliveries.send(agent.id, "여러 줄의\n텍스트 🙂");
  expect(await deliveries.waitForDelivery(id, { until: "accepted" })).toMatchObject({ detail: null });
  expect(await deliveries.waitForDelivery(id, { until: "consumed" })).toMatchObject({ state: "consumed" });
});

it("doubts a text that the agent swallowed", async () => {
  await using scene = await openScene({ STAND_IN_SWALLOWS: "yes" }, { confirmWithinMs: 10 });
  const { id } = await scene.deliveries.send(scene.agent.id, "hello");
  const outcome = await scene.deliveries.waitForDelivery(id, { until: "accepted" });
  expect(outcome).toMatchObject({ state: "indeterminate" });
});

interface Hook {
  hook_event_name: string;
  prompt?: string;
}

/** Where a hub would listen. */
async function openHooks() {
  const server = createServer(async (request, response) => {
    await hooks.onHook((await json(request)) as Hook); // the stand-in posts nothing else
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const hooks = {
    url: `http://127.0.0.1:${port}/hook`,
    onHook: async (_hook: Hook): Promise<void> => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return hooks;
}

async function openScene(env: Record<string, string>, options: Partial<DeliveriesOptions> = {}) {
  const pane = await openAgentPane(env);
  const { log, agent } = await openLogOf(pane.files.at("log.db"), pane.agent);
  const channel = createTmuxChannel();
  const deliveries = createDeliveries({ log, channels: [channel], ...options });
  return {
    agent,
    deliveries,
    async [Symbol.asyncDispose]() {
      await deliveries.close();
      await channel.close();
      await log.close();
      pane[Symbol.dispose]();
    },
  };
}
