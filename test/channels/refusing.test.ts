/** Nothing is typed where the agent does not read it, against a real tmux and a stand-in agent. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Channel } from "../../src/agents/channels/channel.ts";
import { askPs } from "../../src/agents/channels/foreground.ts";
import { createTmuxChannel } from "../../src/agents/channels/tmux-channel.ts";
import type { Agent } from "../../src/core/agent.ts";
import { type AgentPane, openAgentPane, until } from "../support/agent-pane.ts";

let pane: AgentPane;
let channel: Channel;
const claim = vi.fn(async () => true);

beforeEach(async () => {
  pane = await openAgentPane();
  channel = createTmuxChannel();
  claim.mockClear();
});
afterEach(async () => {
  await channel.close();
  pane[Symbol.dispose]();
});

it("refuses a pane that is gone", async () => {
  pane.tmux("new-session", "-d", "sh");
  pane.tmux("kill-pane", "-t", pane.agent.pane.id);
  await expectRefusal("pane_gone");
});

it("refuses when the tmux server is gone", async () => {
  pane.tmux("kill-server");
  await expectRefusal("no_tmux");
});

it("refuses the shell that is left when the agent has exited, and types nothing into it", async () => {
  await channel.deliver(pane.agent, "exit", { claim });
  await pane.untilScreen(/\$ *$/);
  const before = pane.screen();
  claim.mockClear();
  await expectRefusal("agent_gone", "touch typed-into-the-shell");
  expect(pane.screen()).toBe(before);
});

it("refuses another process that got the agent's number", async () => {
  const later = new Date(Date.now() - 60_000).toISOString();
  await expectRefusal("agent_gone", "hello", { ...pane.agent, lastSeenAt: later });
});

it("refuses an agent that was suspended, and the shell in front of it gets nothing", async () => {
  pane.tmux("send-keys", "C-z");
  await pane.untilScreen(/Stopped[\s\S]*\$ *$/);
  const before = pane.screen();
  await expectRefusal("suspended");
  expect(pane.screen()).toBe(before);
});

it("refuses while an agent in the background leaves the keyboard to another program", async () => {
  pane.tmux("send-keys", "C-z");
  await pane.untilScreen(/Stopped[\s\S]*\$ *$/);
  pane.tmux("send-keys", "-l", `kill -CONT ${pane.agent.pane.pid}; cat > typed`);
  pane.tmux("send-keys", "Enter");
  await until(
    "the other program",
    () => pane.tmux("display", "-p", "#{pane_current_command}") === "cat\n" || undefined,
  );
  await expectRefusal(expect.stringMatching(/other_program|suspended/));
});

it("refuses while a program that the agent opened is in front of it, and goes on when that is closed", async () => {
  await channel.deliver(pane.agent, "!cat > typed", { claim });
  await until("the program in front", async () => ((await channel.reaches(pane.agent)) ? undefined : true));
  claim.mockClear();
  await expectRefusal("other_program");
  pane.tmux("send-keys", "C-d");
  await until("the agent in front", async () => (await channel.reaches(pane.agent)) || undefined);
  await channel.deliver(pane.agent, "hello again", { claim });
  expect(await pane.untilSubmitted(1)).toEqual(["hello again"]);
});

it("refuses a pane whose keys go to others too, one that takes no input, and one where somebody chooses", async () => {
  pane.tmux("set-option", "-w", "synchronize-panes", "on");
  await expectRefusal("synchronized");
  pane.tmux("set-option", "-w", "synchronize-panes", "off");
  pane.tmux("select-pane", "-d", "-t", "%0");
  await expectRefusal("input_off");
  pane.tmux("select-pane", "-e", "-t", "%0");
  pane.tmux("clock-mode", "-t", "%0");
  await expectRefusal("pane_busy");
});

it("refuses an agent that did not say where or who it is", async () => {
  await expectRefusal("no_pane", "hello", { ...pane.agent, pane: null });
  await expectRefusal("no_process", "hello", { ...pane.agent, pane: { ...pane.agent.pane, pid: null } });
});

it("does not press Enter when the agent is gone, or has a question, by the time the text is pasted", async () => {
  const dies = channel.deliver(pane.agent, "exit", { claim, maySubmit: async () => false });
  await expect(dies).rejects.toMatchObject({ code: "left_unsent" });
  await pane.untilScreen(/❯/);
  process.kill(pane.agent.pane.pid, 0);
  const killed = channel.deliver(pane.agent, "touch typed", {
    claim: async () => process.kill(pane.agent.pane.pid, "SIGKILL"),
  });
  await expect(killed).rejects.toMatchObject({ code: "left_unsent", cause: { reason: "agent_gone" } });
  expect(pane.submitted()).toEqual([]);
});

describe("a pane that was scrolled back", () => {
  it("is brought to its end again, since what is typed there would be lost", async () => {
    pane.tmux("copy-mode", "-t", pane.agent.pane.id);
    expect(await channel.reaches(pane.agent)).toBe(true);
    expect(pane.tmux("display", "-p", "#{pane_in_mode}")).toBe("1\n");
    await channel.deliver(pane.agent, "two\nlines", { claim });
    expect(await pane.untilSubmitted(1)).toEqual(["two\nlines"]);
    expect(pane.tmux("display", "-p", "#{pane_in_mode}")).toBe("0\n");
  });

  it("is so too when the person scrolls between the paste and the Enter", async () => {
    const maySubmit = async () => {
      pane.tmux("copy-mode", "-t", pane.agent.pane.id);
      return true;
    };
    await channel.deliver(pane.agent, "hello", { claim, maySubmit });
    expect(await pane.untilSubmitted(1)).toEqual(["hello"]);
  });
});

it("sees the same where there is no /proc", async () => {
  const terminal = pane.tmux("display", "-p", "#{pane_tty}").trim();
  const look = await askPs(pane.agent.pane.pid, terminal);
  expect(look).toMatchObject({ isOnTerminal: true, group: look?.frontGroup });
  expect(look?.ageMs).toBeLessThan(60_000);
  pane.tmux("send-keys", "C-z");
  await until(
    "it to stop",
    async () => (await askPs(pane.agent.pane.pid, terminal))?.state.startsWith("T") || undefined,
  );
  expect(await askPs(2 ** 22 + 1, terminal)).toBeNull();
});

async function expectRefusal(reason: string, text = "hello", agent: Agent = pane.agent): Promise<void> {
  expect(await channel.reaches(agent)).toBe(false);
  const refusal = expect(channel.deliver(agent, text, { claim })).rejects;
  await refusal.toMatchObject({
    code: "agent_unreachable",
    reason,
    message: expect.stringMatching(/\. Nothing was typed\.$/),
    suggestion: expect.stringMatching(/\.$/),
  });
  expect(claim).not.toHaveBeenCalled();
}
