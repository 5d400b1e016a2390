import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { openSandbox } from "../../test/support/sandbox.ts";
import type { Agent } from "../core/agent/agent.ts";
import { createIdleDetector } from "./detect-idle.ts";

const SEEN = "2026-03-10T11:59:00.000000Z";
const FIRST = new Date("2026-03-10T12:00:00.000Z");
const SECOND = new Date("2026-03-10T12:00:03.000Z");

function openScene(status: string) {
  const files = openSandbox();
  const transcriptPath = files.at("client/projects/shop/s.jsonl");
  const say = (now: string) => {
    const path = files.at("client/sessions/1.json");
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify({ sessionId: "s", status: now }));
  };
  say(status);
  const agent: Agent = {
    ...{
      id: 1,
      client: "claude-code",
      sessionId: "s",
      projectId: 1,
      workingDirectory: "/shop",
      transcriptPath,
    },
    ...{
      pane: null,
      state: "COMMANDED",
      stateSince: SEEN,
      currentTaskId: 1,
      failure: null,
      startedAt: SEEN,
    },
    ...{ lastSeenAt: SEEN, endedAt: null },
  };
  return { agent, say, [Symbol.dispose]: () => files[Symbol.dispose]() };
}

it("an agent that counts as working is idle once its client says so twice", () => {
  using scene = openScene("idle");
  const { idleEventOf: eventOf } = createIdleDetector();
  expect(eventOf(scene.agent, FIRST)).toBeNull();
  expect(eventOf(scene.agent, SECOND)).toMatchObject({
    type: "rested",
    sessionId: "s",
    at: FIRST.toISOString(),
  });
});

it.each<[string, Partial<Agent>]>([
  ["is known to be idle", { state: "COMPLETE" }],
  ["waits for somebody", { state: "AWAITING_INPUT" }],
  ["has ended", { endedAt: SEEN }],
  ["has no status file", { sessionId: "another" }],
  ["is of another client", { client: "codex" }],
])("no event for an agent that %s", (_, more) => {
  using scene = openScene("idle");
  const { idleEventOf: eventOf } = createIdleDetector();
  for (const now of [FIRST, SECOND]) expect(eventOf({ ...scene.agent, ...more }, now)).toBeNull();
});

it("an agent with an event, or work, between two checks is not idle", () => {
  using scene = openScene("idle");
  const { idleEventOf: eventOf } = createIdleDetector();
  eventOf(scene.agent, FIRST);
  const heard = { ...scene.agent, lastSeenAt: FIRST.toISOString() };
  expect(eventOf(heard, SECOND)).toBeNull();
  scene.say("busy");
  expect(eventOf(heard, SECOND)).toBeNull();
  scene.say("idle");
  expect(eventOf(heard, SECOND)).toBeNull();
});
