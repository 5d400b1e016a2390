/**
 * Finds the shown dialog on screens of the real client, where three tools waited for permission.
 */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { shownOf } from "./shown-dialog.ts";

const RECORDED = new URL(
  "../../../../test/fixtures/claude-code/several-dialogs/screens.txt",
  import.meta.url,
);
const parts = readFileSync(RECORDED, "utf8").split(/^===== (.*)\n/m);
const screenOf = (name: string) => parts[parts.indexOf(name) + 1] ?? "";

const search = { name: "search", subagentId: null, input: { query: "how many words" } };
const fetching = {
  name: "fetch",
  subagentId: null,
  input: {
    url: "https://example.org/a/rather/long/address/that/will/be/wrapped/somewhere/in/the/middle?of=it",
    prompt: "p",
  },
};
const bash = {
  name: "bash",
  subagentId: null,
  input: { command: "cat /etc/hostname", description: "d" },
};

interface Call {
  name: string;
  subagentId: string | null;
  input: Record<string, unknown>;
}

function shown(screen: string, calls: Call[]) {
  const found = shownOf(screen, calls);
  return found && [found.place, found.call.name];
}

it.each([
  ["search", 1],
  ["fetch", 2],
  ["bash", 3],
])("%s is the shown dialog of the three", (name, place) => {
  expect(shown(screenOf(name), [bash, fetching, search])).toEqual([place, name]);
});

it("none if there is no dialog on the screen", () => {
  expect(shown(screenOf("end"), [bash, fetching, search])).toBeNull();
});

it("none if the shown dialog is not one of the calls", () => {
  expect(shown(screenOf("fetch"), [bash, search])).toBeNull();
});

it("none if two calls look the same, or differ only in very short texts", () => {
  expect(shown(screenOf("bash"), [bash, { ...bash, name: "again" }])).toBeNull();
  expect(
    shown(screenOf("fetch"), [
      fetching,
      { ...fetching, name: "other", input: { ...fetching.input, prompt: "q" } },
    ]),
  ).toBeNull();
});

it("the longer one if the other's text is the beginning of its own", () => {
  const shorter = {
    ...fetching,
    name: "shorter",
    input: { url: "https://example.org/a/rather/long" },
  };
  expect(shown(screenOf("fetch"), [shorter, fetching])).toEqual([2, "fetch"]);
});

it("calls differ by the text that only one has, even if both share a longer text", () => {
  const description = "Look at one of the files of this machine";
  const screen = screenOf("bash").replace("\n d\n", `\n ${description}\n`);
  const one = { ...bash, name: "one", input: { ...bash.input, description } };
  const other = { ...bash, name: "other", input: { command: "cat /etc/passwd", description } };
  expect(shown(screen, [other, one])).toEqual([3, "one"]);
});

it("text above the dialog does not count", () => {
  const screen = `${screenOf("fetch").split("─".repeat(20))[0]}${screenOf("end")}`;
  expect(shown(screen, [bash, fetching, search])).toBeNull();
});

it("a sub-agent's dialog is not taken for the agent's own, even if it is the only one", () => {
  const helper = { name: "helper", subagentId: "a", input: { command: "touch fg2 foreground" } };
  const other = { name: "other", subagentId: "b", input: { command: "touch fg1 foreground" } };
  expect(shownOf(screenOf("sub-agents, first"), [other, helper])).toEqual({
    place: 1,
    left: 2,
    call: helper,
  });
  expect(shownOf(screenOf("sub-agents, second"), [other, helper])).toEqual({
    place: 2,
    left: 1,
    call: other,
  });
  expect(
    shown(screenOf("sub-agents, second"), [{ ...other, subagentId: null }, helper]),
  ).toBeNull();
  const only = {
    name: "only",
    subagentId: "a",
    input: { command: "python3 -c 'import time; time.sleep(8)'" },
  };
  expect(shownOf(screenOf("sub-agent"), [only])).toEqual({ place: 0, left: 1, call: only });
});
