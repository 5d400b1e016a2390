/** Told from what the real client showed while three of its tools waited for a yes. */
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
])("%s is the one of the three", (name, place) => {
  expect(shown(screenOf(name), [bash, fetching, search])).toEqual([place, name]);
});

it("none, once there is no dialog on the screen", () => {
  expect(shown(screenOf("end"), [bash, fetching, search])).toBeNull();
});

it("none, where it is not one of them", () => {
  expect(shown(screenOf("fetch"), [bash, search])).toBeNull();
});

it("none, where two look the same, or differ only in what is too short to tell", () => {
  expect(shown(screenOf("bash"), [bash, { ...bash, name: "again" }])).toBeNull();
  expect(
    shown(screenOf("fetch"), [
      fetching,
      { ...fetching, name: "other", input: { ...fetching.input, prompt: "q" } },
    ]),
  ).toBeNull();
});

it("the longer one, where the other's words are the beginning of its own", () => {
  const shorter = {
    ...fetching,
    name: "shorter",
    input: { url: "https://example.org/a/rather/long" },
  };
  expect(shown(screenOf("fetch"), [shorter, fetching])).toEqual([2, "fetch"]);
});

it("told apart by what only one of them says, though both say something longer", () => {
  const description = "Look at one of the files of this machine";
  const screen = screenOf("bash").replace("\n d\n", `\n ${description}\n`);
  const one = { ...bash, name: "one", input: { ...bash.input, description } };
  const other = { ...bash, name: "other", input: { command: "cat /etc/passwd", description } };
  expect(shown(screen, [other, one])).toEqual([3, "one"]);
});

it("not by words that stand above the dialog", () => {
  const screen = `${screenOf("fetch").split("─".repeat(20))[0]}${screenOf("end")}`;
  expect(shown(screen, [bash, fetching, search])).toBeNull();
});

it("a sub-agent's is told from the agent's own, also when it is the only one", () => {
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
