/** The browser's arguments, which every account can read: a private file, never the link. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, expect, it, vi } from "vitest";
import { until } from "../../test/support/patience.ts";
import { openSandbox, type Sandbox } from "../../test/support/sandbox.ts";
import { openBrowser } from "./browser.ts";

const LINK = "http://127.0.0.1:8475/open?code=secret-code&to=%2F";
const DESKTOP = { DISPLAY: ":0" };
const WINDOWS = { WSL_DISTRO_NAME: "Ubuntu" };
const TO_WINDOWS = `printf '\\\\\\\\wsl.localhost\\\\Ubuntu'; printf '%s\\n' "$2" | tr / '\\\\'`;

afterEach(() => vi.unstubAllEnvs());

it.runIf(process.platform === "linux").each([
  ["xdg-open", "auto", DESKTOP, (file: string) => pathToFileURL(file).href],
  ["cmd.exe", "auto", WINDOWS, (file: string) => windowsPath(file)],
  ["firefox.exe", "firefox.exe", WINDOWS, (file: string) => windowsPath(file)],
  ["firefox", "firefox", WINDOWS, (file: string) => pathToFileURL(file).href],
] as const)("gives %s the file", async (program, setting, environment, place) => {
  using files = openSandbox();
  const opening = { link: LINK, file: files.at("opening.html") };
  recorder(files, program);
  helper(files, "wslpath", TO_WINDOWS);
  expect(openBrowser(opening, setting, environmentOf(files, environment))).toBe(true);
  await until("the browser", () => existsSync(files.at("told")));
  const told = readFileSync(files.at("told"), "utf8").trim().split("\n");
  expect(told.at(-1)).toBe(place(opening.file));
  expect(told.join(" ")).not.toContain("secret-code");
});

it("starts nothing if Windows cannot find the file, or there is none", () => {
  using files = openSandbox();
  recorder(files, "cmd.exe");
  recorder(files, "xdg-open");
  helper(files, "wslpath", "exit 1");
  const opening = { link: LINK, file: files.at("opening.html") };
  const inWindows = environmentOf(files, WINDOWS);
  const onDesktop = environmentOf(files, DESKTOP);
  expect(openBrowser(opening, "cmd.exe", inWindows)).toBe(false);
  expect(openBrowser({ link: LINK }, "xdg-open", onDesktop)).toBe(false);
});

function windowsPath(file: string): string {
  return `\\\\wsl.localhost\\Ubuntu${file.replaceAll("/", "\\")}`;
}

/** Programs are looked for in this process's path; what they are given is in the environment. */
function environmentOf(files: Sandbox, environment: Record<string, string>): NodeJS.ProcessEnv {
  const path = `${files.path}${delimiter}${process.env["PATH"]}`;
  vi.stubEnv("PATH", path);
  return { PATH: path, ...environment };
}

function recorder(files: Sandbox, name: string) {
  const [being, told] = [files.at("being-told"), files.at("told")];
  helper(files, name, `printf '%s\\n' "$@" > ${being}; mv ${being} ${told}`);
}

function helper(files: Sandbox, name: string, script: string) {
  writeFileSync(files.at(name), `#!/bin/sh\n${script}\n`);
  chmodSync(files.at(name), 0o755);
}
