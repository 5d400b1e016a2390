/** The connection to tmux: quick, unnoticed by the person, and never a reason to hang. */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  openTmuxClient,
  type TmuxClient,
  type TmuxClientOptions,
} from "../../src/agents/channels/tmux-client.ts";
import { patient, until } from "../support/patience.ts";
import { openSandbox, type Sandbox } from "../support/sandbox.ts";

let files: Sandbox;
let opened: TmuxClient[];
beforeEach(() => {
  files = openSandbox();
  opened = [];
  startServer();
});
afterEach(async () => {
  for (const client of opened) await client.close();
  for (const socket of ["tmux", "outer"]) attempt(() => tmuxOn(socket, "kill-server"));
  files[Symbol.dispose]();
});

it("keeps one client attached while there is work, and none after it was closed", async () => {
  const client = open();
  const asked = Array.from({ length: 50 }, (_, number) =>
    client.run(["display-message", "-p", `answer ${number}`]),
  );
  expect(await Promise.all(asked)).toEqual(asked.map((_, number) => `answer ${number}`));
  expect(clients()).toHaveLength(1);
  await client.close();
  expect(clients()).toEqual([]);
});

it("leaves no client behind for calls made while it is closed, or afterwards", async () => {
  const client = open();
  await client.query(["display-message", "-p", "hello"]);
  const underWay = Promise.allSettled([
    client.query(["run-shell", "sleep 60"]),
    client.query(["list-panes"]),
  ]);
  await client.close();
  await underWay;
  await expect(client.query(["display-message", "-p", "late"])).rejects.toMatchObject({
    name: "TmuxFailed",
  });
  await expect(client.loadBuffer("late", "text")).rejects.toMatchObject({ name: "TmuxFailed" });
  expect(clients()).toEqual([]);
});

it.each(["off", "on"])(
  "is closed at once though its server hangs (focus-events %s)",
  async (focusEvents) => {
    tmux("set-option", "-g", "focus-events", focusEvents);
    const client = open({ patienceMs: 600_000 });
    const server = Number(await client.run(["display-message", "-p", "#{pid}"]));
    process.kill(server, "SIGSTOP");
    const hung = expect(client.run(["display-message", "-p", "hung"])).rejects.toMatchObject({
      name: "TmuxFailed",
    });
    await client.close();
    await hung;
    process.kill(server, "SIGCONT");
    await until("nobody to be attached", () => clients().length === 0 || undefined);
  },
);

it("is closed in peace though its server is gone", async () => {
  tmux("kill-server");
  const client = open();
  const asked = expect(client.run(["display-message", "-p", "nobody"])).rejects.toMatchObject({
    name: "TmuxFailed",
  });
  await client.close();
  await asked;
});

it("is not fooled by answers that look like the end of one", async () => {
  const client = open();
  const trap = "%end 1 2 1\n%begin 1 2 1\n%error 1 2 1\n%exit\n\n한글";
  await client.loadBuffer("trap", trap);
  expect(await client.run(["show-buffer", "-b", "trap"])).toBe(trap);
  expect(await client.run(["display-message", "-p", "next"])).toBe("next");
});

it("hands over every text as it is", async () => {
  const client = open();
  const file = files.at("saved");
  const text = fc
    .string({ unit: "binary", minLength: 1, maxLength: 60 })
    .filter((candidate) => !candidate.includes("\0"));
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      await client.loadBuffer("text", given);
      await client.run(["save-buffer", "-b", "text", file]);
      expect(readFileSync(file, "utf8")).toBe(given);
    }),
    { numRuns: 100 },
  );
});

it("tells a command that failed from the others", async () => {
  const client = open();
  const answers = await Promise.allSettled([
    client.run(["display-message", "-p", "one"]),
    client.run(["kill-pane", "-t", "%99"]),
    client.run(["no-such-command"]),
    client.run(["display-message", "-p", "two"]),
  ]);
  const [one, missing, unknown, two] = answers;
  expect([one, two]).toMatchObject([{ value: "one" }, { value: "two" }]);
  expect(missing).toMatchObject({
    reason: { name: "TmuxFailed", message: "can't find pane: %99" },
  });
  expect(unknown).toMatchObject({
    reason: { message: expect.stringContaining("unknown command") },
  });
});

it("changes neither size, current window nor environment of the person's session", async () => {
  tmux("new-window", "-d", "sh");
  const state = () =>
    tmux("list-windows", "-F", "#{window_id} #{window_width}x#{window_height} #{window_active}");
  openTerminalOn(90, 20);
  await until("one person", () => state().includes("90x19") || undefined);
  const terminal = openTerminalOn(70, 15);
  await until("another person", () => state().includes("70x14") || undefined);
  const before = [state(), tmux("show-environment")];
  const client = open();
  await client.run(["display-message", "-p", "-t", "@1", "hello"]);
  expect(clients()).toHaveLength(3);
  expect([state(), tmux("show-environment")]).toEqual(before);
  tmuxOn("outer", "resize-window", "-t", terminal, "-x", "60", "-y", "12");
  tmuxOn("outer", "send-keys", "-t", terminal, "x");
  await until("the window to follow the person", () => state().includes("60x11") || undefined);
});

it("connects again when it was detached, and when the server was started anew", async () => {
  const client = open();
  await client.run(["display-message", "-p", "one"]);
  tmux("detach-client", "-a");
  tmux("detach-client", "-s", "person");
  await until("it to be detached", () => clients().length === 0 || undefined);
  expect(await client.query(["display-message", "-p", "two"])).toBe("two");
  expect(clients()).toHaveLength(1);
  tmux("kill-server");
  await expect(client.query(["display-message", "-p", "nobody"])).rejects.toMatchObject({
    name: "TmuxFailed",
  });
  startServer();
  expect(await client.run(["display-message", "-p", "three"])).toBe("three");
  expect(clients()).toHaveLength(1);
});

it("ends every wait: a server that hangs, one that dies meanwhile, an abort", async () => {
  const client = open({ patienceMs: patient(800) });
  const server = Number(await client.run(["display-message", "-p", "#{pid}"]));
  process.kill(server, "SIGSTOP");
  const controller = new AbortController();
  const aborted = client.run(["display-message", "-p", "aborted"], controller.signal);
  const hung = client.run(["display-message", "-p", "hung"]);
  controller.abort(new Error("enough"));
  await expect(aborted).rejects.toThrow("enough");
  await expect(hung).rejects.toMatchObject({ name: "TmuxFailed" });
  await expect(client.run(["display-message", "-p", "still"])).rejects.toMatchObject({
    name: "TmuxFailed",
  });
  process.kill(server, "SIGCONT");
  expect(await client.run(["display-message", "-p", "again"])).toBe("again");
  const dying = client.run(["run-shell", "sleep 60"]);
  process.kill(server, "SIGKILL");
  await expect(dying).rejects.toMatchObject({ name: "TmuxFailed" });
});

it("leaves when it was idle for a while, and comes back for the next command", async () => {
  const client = open({ idleMs: 50 });
  await client.run(["display-message", "-p", "one"]);
  await until("it to leave", () => clients().length === 0 || undefined);
  expect(await client.run(["display-message", "-p", "two"])).toBe("two");
});

it("starts a process a command where programs are told that somebody looks at them", async () => {
  tmux("set-option", "-g", "focus-events", "on");
  const client = open();
  expect(await client.run(["display-message", "-p", "one"])).toBe("one");
  expect(clients()).toEqual([]);
});

it("starts a process a command where tmux has no control mode for us", async () => {
  const program = files.at("old-tmux");
  writeFileSync(
    program,
    `#!/bin/sh\necho "$@" >> ${files.at("calls")}\n` +
      'case "$*" in *" -C "*) exit 1;; esac\nexec tmux "$@"\n',
  );
  chmodSync(program, 0o755);
  const client = open({ program });
  await client.loadBuffer("text", "semicolon;");
  expect(await client.run(["show-buffer", "-b", "text"])).toBe("semicolon;");
  const attempts = readFileSync(files.at("calls"), "utf8").match(/ -C /g);
  expect(attempts).toHaveLength(1);
});

it("starts no server", async () => {
  tmux("kill-server");
  await expect(open().run(["display-message", "-p", "hello"])).rejects.toMatchObject({
    name: "TmuxFailed",
  });
  expect(() => tmux("list-sessions")).toThrow();
});

function open(options: Partial<TmuxClientOptions> = {}): TmuxClient {
  const client = openTmuxClient({ socketPath: files.at("tmux"), ...options });
  opened.push(client);
  return client;
}

function startServer() {
  tmux("-f", "/dev/null", "new-session", "-d", "-s", "person", "-x", "100", "-y", "30", "sh");
}

/** A person's terminal on the session: a client of it inside a window of another tmux. */
function openTerminalOn(columns: number, rows: number): string {
  const size = ["-x", String(columns), "-y", String(rows)];
  const command = `env -u TMUX tmux -S ${files.at("tmux")} attach`;
  const made = [
    "-f",
    "/dev/null",
    "new-session",
    "-d",
    "-P",
    "-F",
    "#{window_id}",
    ...size,
    command,
  ];
  return tmuxOn("outer", ...made).trim();
}

function clients(): string[] {
  return tmux("list-clients", "-F", "#{client_name}").split("\n").filter(Boolean);
}

function tmux(...args: string[]): string {
  return tmuxOn("tmux", ...args);
}

function tmuxOn(socket: string, ...args: string[]): string {
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  return execFileSync("tmux", ["-S", files.at(socket), ...args], { encoding: "utf8", stdio });
}

function attempt(work: () => void) {
  try {
    work();
  } catch {
    // was not there, or is gone already
  }
}
