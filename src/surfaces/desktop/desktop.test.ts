/**
 * Notices on the desktop: which program shows them, what they say, and what happens when it fails.
 */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { until } from "../../../test/support/patience.ts";
import { openSandbox } from "../../../test/support/sandbox.ts";
import type { Ask } from "../../core/ask/ask.ts";
import { questionFrom } from "../../core/ask/question.ts";
import { desktopCommand } from "../../desk/attention/desktop-command.ts";
import { isRunning } from "../../store/process-identity.ts";
import { desktopSurface, noticeOf } from "./desktop.ts";

const ask: Ask = {
  id: "00000000-0000-4000-8000-000000000001",
  questions: [
    questionFrom({ title: "Da\u001b[31mtabase", prompt: "secret", options: [{ label: "A" }] }),
  ],
  source: { kind: "hook", project: "shop" },
  ...{
    returnPath: "caller",
    urgency: "normal",
    createdAt: "2026-01-01T00:00:00.000Z",
    expiresAt: null,
  },
  ...{ onTimeout: "none", owner: null, outcome: null },
};
const notice = { summary: "-e `x`", detail: "<b>&", isUrgent: true };

describe("the program", () => {
  it.each([
    ["linux", { DISPLAY: ":0" }, "notify-send"],
    ["linux", { WAYLAND_DISPLAY: "wayland-0" }, "notify-send"],
    ["linux", { DBUS_SESSION_BUS_ADDRESS: "unix:path=/run/bus" }, "notify-send"],
    ["linux", {}, undefined],
    ["linux", { DISPLAY: ":0", SSH_TTY: "/dev/pts/1" }, undefined],
    ["darwin", {}, "osascript"],
    ["win32", {}, "powershell.exe"],
  ] as const)("on %s with %j is %s", (platform, env, command) => {
    expect(desktopCommand(notice, { platform, env })?.command).toBe(command);
  });

  it("gets texts as data only", () => {
    const on = (platform: NodeJS.Platform) =>
      desktopCommand(notice, { platform, env: { DISPLAY: ":0" } })?.args ?? [];
    expect(on("linux").slice(-3)).toEqual(["--", "-e `x`", "&lt;b&gt;&amp;"]);
    expect(on("darwin").slice(-3)).toEqual(["askline", "-e `x`", "<b>&"]);
    expect(Buffer.from(on("win32").at(-1) ?? "", "base64").toString("utf16le")).not.toContain(
      "`x`",
    );
  });
});

describe("the words", () => {
  it("are the title and the project, safe, in the person's language", () => {
    expect(noticeOf(ask, "notice", "en")).toEqual({
      summary: "Database",
      detail: "shop",
      isUrgent: false,
    });
    expect(noticeOf({ ...ask, urgency: "high" }, "notice", "ko").summary).toBe("긴급: Database");
    expect(noticeOf(ask, "reminder", "en").summary).toBe("Still waiting: Database");
  });
});

describe("the surface", () => {
  const step = { kind: "notice", number: 0 } as const;
  const { signal } = new AbortController();

  it("says whether the notice was shown, and is unreachable without its program", async () => {
    using files = openSandbox();
    const env = { DISPLAY: ":0", PATH: files.path };
    const surface = desktopSurface({ locale: "en", platform: "linux", env });
    const tool = files.at("notify-send");
    writeFileSync(tool, "#!/bin/sh\nexit 0\n");
    chmodSync(tool, 0o755);
    expect(await surface.notify(ask, step, signal)).toBe(true);
    writeFileSync(tool, "#!/bin/sh\nexit 1\n");
    expect(await surface.notify(ask, step, signal)).toBe(false);
    expect(surface.isReachable?.()).toBe(true);
    const without = desktopSurface({
      locale: "en",
      platform: "linux",
      env: { ...env, PATH: "/nowhere" },
    });
    expect(await without.notify(ask, step, signal)).toBe(false);
    expect(without.isReachable?.()).toBe(false);
  });

  it("kills a program that ignores a mild signal", async () => {
    using files = openSandbox();
    const env = { DISPLAY: ":0", PATH: `${files.path}:${process.env["PATH"]}` };
    const surface = desktopSurface({ locale: "en", platform: "linux", env });
    const tool = files.at("notify-send");
    // A shell that ignores SIGTERM passes that on to the program it executes.
    const [part, told] = [files.at("part"), files.at("pid")];
    writeFileSync(
      tool,
      `#!/bin/sh\ntrap '' TERM\necho $$ > '${part}'\nmv '${part}' '${told}'\nexec sleep 60\n`,
    );
    chmodSync(tool, 0o755);
    const closing = new AbortController();
    const notified = expect(surface.notify(ask, step, closing.signal)).rejects.toThrow();
    const pid = await until(
      "it to run",
      async () => existsSync(told) && Number(readFileSync(told)),
    );
    closing.abort();
    await notified;
    await until("it to be gone", async () => !isRunning(pid));
  });
});
