/** Every test file in this folder runs behind a guard that lets it reach nothing outside. */
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { expect, it } from "vitest";

it("[C-17] the core is tested without any server, prompt or other process", () => {
  expect(() => spawn("true")).toThrow("must not start a process");
  expect(() => createServer().listen(0)).toThrow("must not listen");
  expect(() => process.stdin).toThrow("must not read the keyboard");
});
