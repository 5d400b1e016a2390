import { expect, it } from "vitest";
import { isOpenToAll } from "./open-to-all.ts";

it.each([
  ["anyone", ["claude", "--permission-mode", "acceptEdits"], true],
  ["anyone", ["claude"], true],
  ["anyone", ["claude", "--permission-mode", "plan"], false],
  ["anyone", ["claude", "--permission-mode=plan"], false],
  ["anyone", ["claude", "--permission-mode", "plan", "--dangerously-skip-permissions"], true],
  [["anyone", "UGUEST"], ["claude"], true],
  [["UADA"], ["claude", "--permission-mode", "acceptEdits"], false],
] as const)("%j and %j", (people, command, isOpen) => {
  const listed = typeof people === "string" ? people : [...people];
  expect(isOpenToAll({ people: listed, agent: { command: [...command] } })).toBe(isOpen);
  expect(isOpenToAll({ people: listed })).toBe(false);
  const channels = { C1: { workingDirectory: "/" }, C2: { command: [...command] } };
  expect(isOpenToAll({ people: listed, channels })).toBe(isOpen);
});
