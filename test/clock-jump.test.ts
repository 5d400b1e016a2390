/** A clock that is set back while somebody waits: deadlines hold all the same. */
import { describe, expect, it } from "vitest";
import { type Running, run, runJson, start } from "./support/askline.ts";
import { clockThatJumps } from "./support/child-clock.ts";
import { ASKLINE } from "./support/inbox.ts";
import { patient } from "./support/patience.ts";
import { openSandbox } from "./support/sandbox.ts";
import { openTerminal } from "./support/tmux.ts";

const TWO_HOURS_BACK = clockThatJumps(-2 * 3600 * 1000);
const CLOCK_WAS_SET = /The clock was set/;
const QUESTION = ["Which colour?", "-o", "Red", "-o", "Blue"];

async function setClock(process: Running) {
  process.child.kill("SIGUSR2");
  await process.said(CLOCK_WAS_SET);
}

describe("the clock is set back by two hours", () => {
  it("while a command waits: its question ends at its deadline", async () => {
    using files = openSandbox();
    const asking = start(files.path, ["ask", ...QUESTION, "--timeout", "3s"], {
      env: TWO_HOURS_BACK,
    });
    await asking.said(/Waiting/);
    await setClock(asking);
    expect(await asking.finished).toMatchObject({ code: 4 });
  });

  it("while the hub looks after a question that nobody waits for", async () => {
    using files = openSandbox();
    const hub = start(files.path, ["serve", "--port", "0", "--json"], { env: TWO_HOURS_BACK });
    await hub.said(/"url"/);
    const put = ["ask", ...QUESTION, "--no-wait", "--timeout", `${patient(5)}s`];
    const id = (await run(files.path, put)).stdout.trim();
    await expect.poll(() => seenBy(files.path)).toContain(id);
    await setClock(hub);
    const status = () => files.readJson("sessions", id, "status.json").status;
    await expect.poll(status, { timeout: 60_000 }).toBe("timed_out");
    hub.child.kill("SIGTERM");
    await hub.finished;
  });

  it("before a process meets the question: it has the time it was given, and no two hours", async () => {
    using files = openSandbox();
    const id = (
      await run(files.path, ["ask", ...QUESTION, "--no-wait", "--timeout", "3s"])
    ).stdout.trim();
    const status = files.readJson("sessions", id, "status.json");
    const later = (text: string) => new Date(Date.parse(text) + 2 * 3600 * 1000).toISOString();
    const { createdAt, expiresAt } = status;
    files.writeJson(
      { ...status, createdAt: later(createdAt), expiresAt: later(expiresAt) },
      ...["sessions", id, "status.json"],
    );
    expect(await run(files.path, ["wait", id])).toMatchObject({ code: 4 });
  });
});

describe("the time that is left is shown as before", () => {
  it("on the pages", async () => {
    using files = openSandbox();
    const hub = start(files.path, ["serve", "--port", "0", "--json"], { env: TWO_HOURS_BACK });
    const [line] = await hub.said(/\{.*"link".*\}/);
    const put = ["ask", ...QUESTION, "--no-wait", "--timeout", "50m"];
    const id = (await run(files.path, put)).stdout.trim();
    const left = async (): Promise<number> => {
      const authorization = `Bearer ${files.readJson("local-token.json").token}`;
      const reply = await fetch(`${JSON.parse(line).url}/api/asks/${id}`, {
        headers: { authorization },
      });
      return (await reply.json()).remainingSeconds;
    };
    const before = await left();
    await setClock(hub);
    const after = await left();
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThanOrEqual(before);
    hub.child.kill("SIGTERM");
    await hub.finished;
  });

  it("in a prompt", async () => {
    using files = openSandbox();
    const put = ["ask", ...QUESTION, "--no-wait", "--timeout", "50m"];
    const id = (await run(files.path, put)).stdout.trim();
    const env = { ...TWO_HOURS_BACK, ASKLINE_STATE_DIR: files.path };
    using terminal = openTerminal({ columns: 100, env });
    terminal.type(`clear; exec ${ASKLINE} answer ${id}`);
    terminal.press("Enter");
    await terminal.until(/\d+ min left/);
    process.kill(Number(terminal.tmux("display-message", "-p", "#{pane_pid}")), "SIGUSR2");
    await terminal.until(CLOCK_WAS_SET);
    // Drawn anew, all of it.
    terminal.tmux("resize-window", "-x", "90");
    expect(await terminal.until(/\d+ min left/)).not.toMatch(/\d+ h left/);
  });

  it("by a command that starts only then", async () => {
    using files = openSandbox();
    const put = ["ask", ...QUESTION, "--no-wait", "--timeout", "50m"];
    const id = (await run(files.path, put)).stdout.trim();
    const later = (text: string) => new Date(Date.parse(text) + 2 * 3600 * 1000).toISOString();
    const { createdAt, expiresAt, ...rest } = files.readJson("sessions", id, "status.json");
    const times = { createdAt: later(createdAt), expiresAt: later(expiresAt) };
    files.writeJson({ ...rest, ...times }, ...["sessions", id, "status.json"]);
    expect((await run(files.path, ["show", id])).stdout).toMatch(/Deadline: .*\(in (50|49)m\)/);
  });
});

async function seenBy(state: string): Promise<string> {
  const asks = await runJson(state, ["list"]);
  return JSON.stringify(asks);
}
