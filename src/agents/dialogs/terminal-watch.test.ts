/** When status files say that an agent's terminal closed its dialogs. Time is moved by hand. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { handClock } from "../../../test/support/hand-clock.ts";
import { openSandbox, type Sandbox } from "../../../test/support/sandbox.ts";
import type { DialogEvent } from "../../core/agent/agent-event.ts";
import { type Closed, watchTerminal } from "./terminal-watch.ts";

let files: Sandbox;
beforeEach(() => {
  files = openSandbox();
  mkdirSync(files.at("sessions"));
});
afterEach(() => files[Symbol.dispose]());

function watching(more: Partial<DialogEvent> = {}) {
  const clock = handClock();
  const closed: Closed[] = [];
  const event: DialogEvent = {
    ...{
      type: "permission_asked",
      client: "claude-code",
      sessionId: "s",
      at: "2026-01-01T00:00:00.000000Z",
    },
    ...{
      workingDirectory: "/project",
      transcriptPath: files.at("projects", "p", "s.jsonl"),
      promptId: null,
    },
    ...{ subagentId: null, toolUseId: null, toolName: "Bash", input: {}, suggestions: [] },
    ...more,
  };
  const stop = watchTerminal(event, clock, (one) => closed.push(one));
  return { pass: (milliseconds: number) => clock.advanceMilliseconds(milliseconds), closed, stop };
}

function says(status: string, { name = "1", sessionId = "s" } = {}) {
  writeFileSync(
    files.at("sessions", `${name}.json`),
    JSON.stringify({ pid: 1, sessionId, status }),
  );
}

it("closes once the client has waited and then worked for a moment, and reports it once", () => {
  const { pass, closed } = watching();
  says("waiting");
  pass(60_000);
  expect(closed).toEqual([]);
  says("busy");
  pass(1_000);
  expect(closed).toEqual([{ isWorking: true }]);
  says("waiting");
  pass(1_000);
  says("busy");
  pass(10_000);
  expect(closed).toHaveLength(1);
});

it("closes without work if the agent was interrupted", () => {
  says("waiting");
  const { pass, closed } = watching();
  pass(200);
  says("idle");
  pass(1_000);
  expect(closed).toEqual([{ isWorking: false }]);
});

it("a close is noticed within a second", () => {
  says("waiting");
  const { pass, closed } = watching();
  pass(140);
  says("busy");
  pass(1_000);
  expect(closed).toHaveLength(1);
});

it("stays open as long as the client was never seen waiting", () => {
  says("busy");
  const { pass, closed } = watching();
  pass(60_000);
  expect(closed).toEqual([]);
});

it("stays open if the client waits again a moment later: one dialog follows the other", () => {
  says("waiting");
  const { pass, closed } = watching();
  for (let round = 0; round < 20; round++) {
    says("busy");
    pass(300);
    says("waiting");
    pass(300);
  }
  expect(closed).toEqual([]);
});

it.each([
  ["no folder", () => rmSync(files.at("sessions"), { recursive: true })],
  ["no file of this session", () => says("busy", { sessionId: "other" })],
  ["half a file", () => writeFileSync(files.at("sessions", "1.json"), '{"sessionId":"s","sta')],
  ["another shape", () => writeFileSync(files.at("sessions", "1.json"), "[]")],
  [
    "a client that writes no status",
    () => writeFileSync(files.at("sessions", "1.json"), '{"sessionId":"s"}'),
  ],
])("stays open if the status cannot be read: %s", (_, become) => {
  says("waiting");
  const { pass, closed } = watching();
  pass(500);
  become();
  pass(60_000);
  expect(closed).toEqual([]);
});

it("a file that is unreadable for a moment does not end the watch", () => {
  says("waiting");
  const { pass, closed } = watching();
  pass(200);
  writeFileSync(files.at("sessions", "1.json"), "");
  pass(1_000);
  says("busy");
  pass(1_000);
  expect(closed).toHaveLength(1);
});

it("the same session in two terminals waits as long as one of them does", () => {
  says("waiting", { name: "1" });
  says("busy", { name: "2" });
  says("busy", { name: "3", sessionId: "other" });
  const { pass, closed } = watching();
  pass(5_000);
  writeFileSync(files.at("sessions", "1.json"), "{");
  pass(5_000);
  expect(closed).toEqual([]);
  says("busy", { name: "1" });
  pass(1_000);
  expect(closed).toHaveLength(1);
});

it.each<[string, Partial<DialogEvent>]>([
  ["another client", { client: "codex" }],
  ["an agent without a transcript", { transcriptPath: null }],
])("never closes for %s", (_, more) => {
  says("waiting");
  const { pass, closed } = watching(more);
  pass(500);
  says("busy");
  pass(60_000);
  expect(closed).toEqual([]);
});

it("nothing is reported after the watch has ended", () => {
  says("waiting");
  const { pass, closed, stop } = watching();
  pass(500);
  stop();
  says("busy");
  pass(60_000);
  expect(closed).toEqual([]);
});
