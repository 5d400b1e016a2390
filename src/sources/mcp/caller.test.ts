import { expect, it } from "vitest";
import { ceilingSeconds, sourceOf } from "./caller.ts";
import { shownFirst } from "./shown-first.ts";

const client = (name: string) => ({ name, version: "1" });

it.each([
  ["claude-code", {}, 110],
  ["claude-code", { CLAUDE_CODE_MCP_AUTO_BACKGROUND_MS: "0" }, 86_340],
  ["codex-mcp-client", {}, 285],
  ["opencode", {}, Number.POSITIVE_INFINITY],
  ["gemini-cli-mcp-client", {}, 580],
  ["claude-ai", {}, 50],
  ["somebody new", {}, 50],
])("%s with %j is let to wait %d seconds", (name, environment, seconds) => {
  expect(ceilingSeconds(client(name), 0, { environment })).toBe(seconds);
  expect(ceilingSeconds(client(name), 7, { environment })).toBe(7);
});

it.each([
  ["claude-code", 60, 51],
  ["claude-code", 600, 110],
  ["codex-mcp-client", 60, 51],
  ["codex-mcp-client", 3600, 3585],
  ["gemini-cli-mcp-client", 20, 17],
  ["opencode", 3600, Number.POSITIVE_INFINITY],
  ["opencode", 10, 8.5],
])("%s with a limit of %d s of its own is let to wait %d seconds", (name, configured, seconds) => {
  expect(ceilingSeconds(client(name), 0, { environment: {}, configured })).toBe(seconds);
});

it.each([
  ["claude-code", 20, 17],
  ["codex-mcp-client", 100, 85],
  ["gemini-cli-mcp-client", 20, 17],
  ["opencode", 20, 17],
  // Its progress renews the limit.
  ["opencode", 60, 3_540],
  ["codex-mcp-client", 7_200, 3_540],
])(
  "a person's own limit for %s, which gives up after %i s, becomes %i s",
  (name, configured, seconds) => {
    expect(ceilingSeconds(client(name), 3_540, { environment: {}, configured })).toBe(seconds);
  },
);

it("the same caller is the same client in the same folder and session", () => {
  const caller = (
    name: string,
    workingDirectory: string,
    meta?: Record<string, unknown>,
    environment = {},
  ) => sourceOf(client(name), meta, { workingDirectory, environment }).agentId;
  expect(caller("codex", "/a")).toBe(caller("codex", "/a"));
  expect(
    new Set([
      caller("codex", "/a"),
      caller("codex", "/b"),
      caller("other", "/a"),
      caller("codex", "/a", { threadId: "1" }),
      caller("claude-code", "/a", {}, { CLAUDE_CODE_SESSION_ID: "1" }),
      caller("claude-code", "/a", {}, { CLAUDE_CODE_SESSION_ID: "2" }),
    ]).size,
  ).toBe(6);
});

it.each([
  ["claudecode/toolUseId", "toolu_1"],
  ["callId", "call_1"],
])("a call's own id (%s) goes with the ask", (field, id) => {
  const here = { workingDirectory: "/home/ada/shop", environment: {} };
  expect(sourceOf(client("x"), { [field]: id }, here)).toMatchObject({
    kind: "mcp",
    project: "shop",
    callId: id,
  });
});

it.each([
  ["a terminal here", { hasTerminal: true }, "prompt"],
  ["no terminal", {}, "web"],
  ["no terminal, though one is wanted", { requested: "terminal" }, "hand_off"],
  ["no terminal, though the person saved it", { saved: "terminal" }, "hand_off"],
  [
    "a terminal wanted, hand-off turned off",
    { requested: "terminal", handOffIsAllowed: false },
    "wait",
  ],
  ["a terminal wanted, hand-off not", { requested: "terminal", handOff: false }, "wait"],
  [
    "a terminal here, but the request wants the web",
    { hasTerminal: true, requested: "web" },
    "web",
  ],
  ["a terminal here, but the person saved the web", { hasTerminal: true, saved: "web" }, "web"],
  [
    "the request beats what was saved",
    { hasTerminal: true, saved: "web", requested: "terminal" },
    "prompt",
  ],
  ["a hand-off wanted in spite of a terminal", { hasTerminal: true, handOff: true }, "hand_off"],
] as const)("[C-20] %s", (_, facts, place) => {
  const nothing = {
    requested: undefined,
    saved: undefined,
    handOff: undefined,
    handOffIsAllowed: true,
    hasTerminal: false,
  };
  expect(shownFirst({ ...nothing, ...facts })).toBe(place);
});
