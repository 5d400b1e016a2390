/** When a person is notified, in which words and bytes, and by which program. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { handClock } from "../../../../test/support/hand-clock.ts";
import { openSandbox } from "../../../../test/support/sandbox.ts";
import type { Ask } from "../../../core/ask/ask.ts";
import { desktopCommand } from "../../../desk/attention/desktop-command.ts";
import { noticeOf } from "./notice.ts";
import { createNotifier, type NotifierParts } from "./notifier.ts";
import { runQuietly } from "./run-quietly.ts";
import { terminalNotice, terminalWay } from "./terminal-notice.ts";

const WEZTERM = { TERM_PROGRAM: "WezTerm" };
const told = (summary: string, detail: string) =>
  `\u0007\u001b]777;notify;${summary};${detail}\u001b\\`;

let count = 0;
function ask(title: string, { project = "shop", urgency = "normal" as Ask["urgency"] } = {}): Ask {
  count += 1;
  return {
    id: `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`,
    questions: [
      {
        title,
        prompt: "secret",
        selectionMode: "text_input",
        options: [],
        defaultOptionIds: [],
        minSelections: 0,
        maxSelections: 0,
      },
    ],
    source: { kind: "secret", project, agentId: "secret" },
    ...{
      returnPath: "caller",
      urgency,
      createdAt: "2026-01-01T00:00:00.000Z",
      expiresAt: null,
      onTimeout: "none",
    },
    ...{ owner: null, outcome: null },
  };
}

function open(parts: Partial<NotifierParts> = {}) {
  const clock = handClock("2026-01-01T00:00:00.000Z");
  const written: string[] = [];
  const started: string[][] = [];
  const settings = { isOn: true, locale: "en" as "en" | "ko" };
  const notifier = createNotifier({
    write: (bytes) => written.push(bytes),
    run: (command, args) => started.push([command, ...args]),
    env: WEZTERM,
    platform: "linux",
    clock,
    settings: () => settings,
    ...parts,
  });
  return { notifier, clock, written, started, settings };
}

describe("when a person is notified", () => {
  it("asks that arrive within half a second share one notice", () => {
    const { notifier, clock, written } = open();
    notifier.arrived([ask("Database")]);
    clock.advanceMilliseconds(300);
    notifier.arrived([ask("Size"), ask("Colour", { project: "door" })]);
    clock.advanceMilliseconds(199);
    expect(written).toEqual([]);
    clock.advanceMilliseconds(1);
    expect(written).toEqual([
      told("3 questions wait", "Database (shop), Size (shop), Colour (door)"),
    ]);
    clock.advanceMilliseconds(60_000);
    expect(written).toHaveLength(1);
  });

  it("never twice within five seconds: asks that arrive in between share the next notice", () => {
    const { notifier, clock, written } = open();
    notifier.arrived([ask("One")]);
    clock.advanceMilliseconds(500);
    for (const title of ["Two", "Three", "Four"]) {
      notifier.arrived([ask(title)]);
      clock.advanceMilliseconds(1_000);
    }
    expect(written).toEqual([told("One", "shop")]);
    clock.advanceMilliseconds(2_000);
    expect(written.slice(1)).toEqual([
      told("3 questions wait", "Two (shop), Three (shop), Four (shop)"),
    ]);
    clock.advanceMilliseconds(5_000);
    notifier.arrived([ask("Five")]);
    clock.advanceMilliseconds(500);
    expect(written.slice(2)).toEqual([told("Five", "shop")]);
  });

  it("not while the person presses keys, but once they have stopped", () => {
    const { notifier, clock, written } = open();
    notifier.pressed();
    notifier.arrived([ask("Seen while typing")]);
    clock.advanceMilliseconds(3_000);
    notifier.pressed();
    notifier.arrived([ask("Came as they left")]);
    clock.advanceMilliseconds(4_999);
    expect(written).toEqual([]);
    clock.advanceMilliseconds(1);
    expect(written).toEqual([told("Came as they left", "shop")]);
  });

  it("not while the terminal has the focus, nor about asks seen when it got it", () => {
    const { notifier, clock, written } = open();
    notifier.focus(true);
    notifier.arrived([ask("Seen at once")]);
    clock.advanceMilliseconds(10_000);
    notifier.focus(false);
    notifier.arrived([ask("Seen soon")]);
    clock.advanceMilliseconds(100);
    notifier.focus(true);
    clock.advanceMilliseconds(10_000);
    notifier.focus(false);
    notifier.arrived([ask("Unseen")]);
    clock.advanceMilliseconds(500);
    expect(written).toEqual([told("Unseen", "shop")]);
  });

  it("not about an ask that is settled before the notice", () => {
    const { notifier, clock, written } = open();
    const [gone, left] = [ask("Gone"), ask("Left")];
    notifier.arrived([gone, left]);
    notifier.settled(gone.id);
    clock.advanceMilliseconds(500);
    expect(written).toEqual([told("Left", "shop")]);
    notifier.arrived([gone]);
    notifier.settled(gone.id);
    clock.advanceMilliseconds(60_000);
    expect(written).toHaveLength(1);
  });

  it("not while notices are turned off, even just before one, and again once they are on", () => {
    const { notifier, clock, written, settings } = open();
    notifier.arrived([ask("Too late")]);
    settings.isOn = false;
    clock.advanceMilliseconds(500);
    notifier.arrived([ask("Off")]);
    clock.advanceMilliseconds(10_000);
    settings.isOn = true;
    clock.advanceMilliseconds(10_000);
    expect(written).toEqual([]);
    notifier.arrived([ask("On")]);
    clock.advanceMilliseconds(500);
    expect(written).toEqual([told("On", "shop")]);
  });

  it("never after it is closed", () => {
    const { notifier, clock, written } = open();
    notifier.arrived([ask("Database")]);
    notifier.close();
    clock.advanceMilliseconds(60_000);
    expect(written).toEqual([]);
  });
});

describe("the words", () => {
  const urgent = { urgency: "high" } as const;

  it.each([
    ["en", [ask("Database")], "Database", "shop"],
    ["en", [ask("Deploy", urgent)], "Urgent: Deploy", "shop"],
    ["ko", [ask("배포할까요?", { ...urgent, project: "가게" })], "긴급: 배포할까요?", "가게"],
    ["en", [ask("A"), ask("B", urgent)], "2 questions wait, 1 urgent", "B (shop), A (shop)"],
    ["ko", [ask("A"), ask("B")], "질문 2개가 기다립니다", "A (shop), B (shop)"],
    ["ko", [ask("A"), ask("B", urgent)], "질문 2개가 기다립니다 (긴급 1개)", "B (shop), A (shop)"],
    [
      "en",
      ["A", "B", "C", "D"].map((title) => ask(title, { project: "" })),
      "4 questions wait",
      "A, B, C, …",
    ],
    ["en", [ask("\u200b", { project: "" })], "A question waits", ""],
    ["en", [ask(`${"가".repeat(60)}`)], `${"가".repeat(39)}…`, "shop"],
  ] as const)(
    "are in the person's language, urgent ones first: %s",
    (locale, asks, summary, detail) => {
      const [first, ...others] = asks;
      if (first === undefined) throw new Error("There is no ask to tell of.");
      expect(noticeOf([first, ...others], locale)).toMatchObject({ summary, detail });
    },
  );

  it("contain only titles and projects of what an agent wrote", () => {
    expect(JSON.stringify(noticeOf([ask("A"), ask("B")], "en"))).not.toContain("secret");
  });
});

describe("the bytes", () => {
  const notice = { id: "7", summary: "Database", detail: "shop", isUrgent: false };
  const inKitty =
    "\u001b]99;i=askline-7:e=1:o=unfocused:u=1:d=0;RGF0YWJhc2U=\u001b\\" +
    "\u001b]99;i=askline-7:e=1:p=body;c2hvcA==\u001b\\";
  const as9 = "\u001b]9;Database – shop\u001b\\";
  const as777 = "\u001b]777;notify;Database;shop\u001b\\";

  it.each([
    ["kitty", { TERM: "xterm-kitty", KITTY_WINDOW_ID: "1" }, inKitty],
    ["kitty started from iTerm2", { TERM: "xterm-kitty", TERM_PROGRAM: "iTerm.app" }, inKitty],
    ["iTerm2", { TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }, as9],
    [
      "iTerm2 over SSH",
      { TERM: "xterm-256color", LC_TERMINAL: "iTerm2", SSH_TTY: "/dev/pts/1" },
      as9,
    ],
    ["WezTerm", WEZTERM, as777],
    ["Ghostty", { TERM: "xterm-ghostty", TERM_PROGRAM: "ghostty" }, as777],
    ["Ghostty over SSH", { TERM: "xterm-ghostty" }, as777],
    ["foot", { TERM: "foot-extra" }, as777],
    ["VTE", { TERM: "xterm-256color", VTE_VERSION: "7006" }, as777],
    ["Terminal.app", { TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal" }, null],
    [
      "VS Code started from kitty",
      { TERM_PROGRAM: "vscode", KITTY_WINDOW_ID: "1", VTE_VERSION: "7006" },
      null,
    ],
    ["the Linux console", { TERM: "linux" }, null],
    ["GNU screen in kitty", { TERM: "screen", STY: "1.tty", KITTY_WINDOW_ID: "1" }, null],
    ["anything else", { TERM: "xterm-256color" }, null],
    [
      "tmux in WezTerm",
      { TERM: "tmux-256color", TERM_PROGRAM: "tmux", TMUX: "/tmp/tmux", WEZTERM_PANE: "0" },
      "\u001bPtmux;\u001b\u001b]777;notify;Database;shop\u001b\u001b\\\u001b\\",
    ],
    [
      "tmux in anything else",
      { TERM: "tmux-256color", TERM_PROGRAM: "tmux", TMUX: "/tmp/tmux" },
      null,
    ],
  ])("are those that %s understands", (_, env, bytes) => {
    const way = terminalWay(env);
    expect(way && terminalNotice(notice, way)).toBe(bytes);
  });

  it("cannot be ended or added to by a title or project, whatever is in them", () => {
    const hostile = fc.string({
      unit: fc.oneof(
        fc.constantFrom(..."\u001b\u0007\u009c\u009d\\;]P4\n\r\u202e"),
        fc.string({ unit: "binary", maxLength: 2 }),
      ),
    });
    const text = "[^;\\p{Cc}]*";
    const commands = [`9;${text}`, `777;notify;${text};${text}`, "99;[\\w=:-]+;[\\w+/=]*"].join(
      "|",
    );
    const wholeSequences = new RegExp(`^(?:\u001b\\](?:${commands})\u001b\\\\)+$`, "u");
    const ways = [{ TERM: "xterm-kitty" }, { TERM_PROGRAM: "iTerm.app" }, WEZTERM].map(terminalWay);
    fc.assert(
      fc.property(hostile, hostile, (title, project) => {
        for (const way of ways) {
          if (way === null) throw new Error("This terminal should be known.");
          const bytes = terminalNotice(noticeOf([ask(title, { project })], "en"), way);
          expect(bytes).toMatch(wholeSequences);
          expect(bytes).not.toMatch(/[\u202a-\u202e]/);
          const inTmux = terminalNotice(noticeOf([ask(title, { project })], "en"), {
            ...way,
            isInTmux: true,
          });
          expect(inTmux.slice(7, -2).replaceAll("\u001b\u001b", "")).not.toContain("\u001b");
        }
      }),
    );
  });
});

describe("the desktop", () => {
  const env = { DISPLAY: ":0" };
  const dash = { id: "7", summary: "-rf <b>", detail: "a & <i>b</i>", isUrgent: true };

  it.each([
    ["a terminal that surely shows it: not the desktop too", { ...WEZTERM, ...env }, 1, 0],
    ["an unknown terminal: bell and desktop", { TERM: "xterm", ...env }, 0, 1],
    ["one that only might: bell and desktop", { VTE_VERSION: "7006", ...env }, 0, 1],
    ["one that only might, far from any desktop: by the terminal", { VTE_VERSION: "7006" }, 1, 0],
    [
      "a remote shell: never the desktop of this machine",
      { TERM: "xterm", ...env, SSH_CONNECTION: "x" },
      0,
      0,
    ],
    ["an unknown terminal without a desktop: the bell alone", { TERM: "xterm" }, 0, 0],
  ])("is told once, in %s", (_, around, inTerminal, onDesktop) => {
    const { notifier, clock, written, started } = open({ env: around });
    notifier.arrived([ask("Database")]);
    clock.advanceMilliseconds(500);
    expect(written[0]?.[0]).toBe("\u0007");
    expect([written.join("").split("]").length - 1, started.length]).toEqual([
      inTerminal,
      onDesktop,
    ]);
  });

  it("gets texts as arguments, which are neither flags nor markup nor code", () => {
    const linux = desktopCommand(dash, { platform: "linux", env });
    expect(linux).toEqual({
      command: "notify-send",
      args: [
        "--app-name=Askline",
        "--urgency=critical",
        "--",
        "-rf <b>",
        "a &amp; &lt;i&gt;b&lt;/i&gt;",
      ],
    });
    const mac = desktopCommand(
      { ...dash, summary: '" & do shell script "x' },
      { platform: "darwin", env: {} },
    );
    expect(mac?.args.slice(-3)).toEqual(["askline", '" & do shell script "x', "a & <i>b</i>"]);
    const windows = desktopCommand(
      { ...dash, summary: "’; calc; ‘'" },
      { platform: "win32", env: {} },
    );
    const script = Buffer.from(windows?.args.at(-1) ?? "", "base64").toString("utf16le");
    expect(script).toContain(Buffer.from("’; calc; ‘'").toString("base64"));
    expect(script).not.toContain("calc");
  });

  it("is reached through the tool on the path", async () => {
    using files = openSandbox();
    mkdirSync(files.at("bin"));
    const [aside, told] = [files.at("aside"), files.at("told")];
    const tool = `#!/bin/sh\nprintf '%s\\n' "$@" > ${aside}\nmv ${aside} ${told}\n`;
    writeFileSync(files.at("bin/notify-send"), tool);
    chmodSync(files.at("bin/notify-send"), 0o755);
    const path = process.env["PATH"];
    process.env["PATH"] = `${files.at("bin")}:${path}`;
    try {
      const { notifier, clock } = open({ env, run: runQuietly });
      notifier.arrived([ask("어느 데이터베이스?"), ask("Size", { urgency: "high" })]);
      clock.advanceMilliseconds(500);
    } finally {
      process.env["PATH"] = path;
    }
    await expect.poll(() => existsSync(files.at("told"))).toBe(true);
    expect(readFileSync(files.at("told"), "utf8").split("\n").slice(3)).toEqual([
      "2 questions wait, 1 urgent",
      "Size (shop), 어느 데이터베이스? (shop)",
      "",
    ]);
  });

  it("does no harm when the tool is missing", async () => {
    using files = openSandbox();
    const path = process.env["PATH"];
    process.env["PATH"] = files.path;
    try {
      runQuietly("notify-send", ["x"]);
      // A missing program fails in a later turn, and an unhandled failure would end this process.
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      process.env["PATH"] = path;
    }
  });
});
