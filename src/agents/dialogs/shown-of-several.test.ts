/** Told from what the real client showed while three of its tools waited for a yes. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { shownOfSeveral } from "./shown-of-several.ts";

const RECORDED = new URL("../../../test/fixtures/claude-code/several-dialogs/screens.txt", import.meta.url);
const parts = readFileSync(RECORDED, "utf8").split(/^===== (.*)\n/m);
const screenOf = (name: string) => parts[parts.indexOf(name) + 1] ?? "";

const search = { name: "search", input: { query: "how many words" } };
const fetching = {
  name: "fetch",
  input: {
    url: "https://example.org/a/rather/long/address/that/will/be/wrapped/somewhere/in/the/middle?of=it",
    prompt: "p",
  },
};
const bash = { name: "bash", input: { command: "cat /etc/hostname", description: "d" } };

function shown(screen: string, calls: { name: string; input: Record<string, unknown> }[]) {
  const found = shownOfSeveral(screen, calls);
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
  expect(shown(screenOf("fetch"), [fetching, { name: "other", input: { ...fetching.input, prompt: "q" } }])).toBeNull();
});

it("the longer one, where the other's words are the beginning of its own", () => {
  const shorter = { name: "shorter", input: { url: "https://example.org/a/rather/long", prompt: "p" } };
  expect(shown(screenOf("fetch"), [shorter, fetching])).toEqual([2, "fetch"]);
});

it("told apart by what only one of them says, though both say something longer", () => {
  const description = "Look at one of the files of this machine";
  const screen = screenOf("bash").replace("\n d\n", `\n ${description}\n`);
  const one = { name: "one", input: { ...bash.input, description } };
  const other = { name: "other", input: { command: "cat /etc/passwd", description } };
  expect(shown(screen, [other, one])).toEqual([3, "one"]);
});

it("not by words that stand above the dialog", () => {
  const screen = `${screenOf("fetch").split("─".repeat(20))[0]}${screenOf("end")}`;
  expect(shown(screen, [bash, fetching, search])).toBeNull();
});
