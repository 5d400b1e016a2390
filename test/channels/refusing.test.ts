/** Nothing is typed where the agent does not read it; with a real tmux and a stand-in agent. */
import { expect, it, vi } from "vitest";
import { askPs } from "../../src/agents/channels/foreground.ts";
import { createTmuxChannel } from "../../src/agents/channels/tmux-channel.ts";
import type { Agent } from "../../src/core/agent/agent.ts";
import { openAgentPane } from "../support/agent-pane.ts";
import { patient, until } from "../support/patience.ts";

it.concurrent("refuses a pane that is gone", async () => {
  await using scene = await openScene();
  const { pane } = scene;
  pane.tmux("new-session", "-d", "sh");
  pane.tmux("kill-pane", "-t", pane.agent.pane.id);
  await scene.expectRefusal("pane_gone");
});

it.concurrent("refuses when the tmux server is gone", async () => {
  await using scene = await openScene();
  const { pane } = scene;
  pane.tmux("kill-server");
  await scene.expectRefusal("no_tmux");
});

it.concurrent("refuses the shell left by an exited agent, and types nothing into it", async () => {
  await using scene = await openScene();
  const { pane, channel, claim } = scene;
  await channel.deliver(pane.agent, "exit", { claim });
  await pane.untilScreen(/\$ *$/);
  const before = pane.screen();
  claim.mockClear();
  await scene.expectRefusal("agent_gone", "touch typed-into-the-shell");
  expect(pane.screen()).toBe(before);
});

it.concurrent("refuses another process that got the agent's number", async () => {
  await using scene = await openScene();
  const { pane } = scene;
  const beforeItStarted = new Date(Date.now() - 60_000).toISOString();
  await scene.expectRefusal("agent_gone", "hello", { ...pane.agent, lastSeenAt: beforeItStarted });
});

it.concurrent("refuses a suspended agent, and types nothing into its shell", async () => {
  await using scene = await openScene();
  const { pane } = scene;
  pane.tmux("send-keys", "C-z");
  await pane.untilScreen(/Stopped[\s\S]*\$ *$/);
  const before = pane.screen();
  await scene.expectRefusal("suspended");
  expect(pane.screen()).toBe(before);
});

it.concurrent("refuses an agent in the background behind another program", async () => {
  await using scene = await openScene();
  const { pane } = scene;
  pane.tmux("send-keys", "C-z");
  await pane.untilScreen(/Stopped[\s\S]*\$ *$/);
  pane.tmux("send-keys", "-l", "sleep 60 & echo $! > background; cat > typed");
  pane.tmux("send-keys", "Enter");
  await until(
    "the other program",
    () => pane.tmux("display", "-p", "#{pane_current_command}") === "cat\n" || undefined,
  );
  const agent = { ...pane.agent.pane, pid: pane.files.readJson("background") };
  const lastSeenAt = new Date().toISOString();
  await scene.expectRefusal("other_program", "hello", { ...pane.agent, pane: agent, lastSeenAt });
});

it.concurrent("refuses while a program of the agent is in front, and then goes on", async () => {
  await using scene = await openScene();
  const { pane, channel, claim } = scene;
  await pane.typeByHand("!cat > typed");
  await until("the program in front", async () =>
    (await channel.reaches(pane.agent)) ? undefined : true,
  );
  await scene.expectRefusal("other_program");
  pane.tmux("send-keys", "C-d");
  await until("the agent in front", async () => (await channel.reaches(pane.agent)) || undefined);
  await channel.deliver(pane.agent, "hello again", { claim });
  expect(await pane.untilSubmitted(1)).toEqual(["hello again"]);
});

it.concurrent("refuses a dialog on the screen that no hook reported", async () => {
  await using scene = await openScene();
  const { pane, channel, claim } = scene;
  await channel.deliver(pane.agent, "dialog", { claim });
  await pane.untilScreen(/Do you want to proceed/);
  claim.mockClear();
  await scene.expectRefusal("in_dialog", "go on");
  expect(pane.transcript().filter(({ subtype }) => subtype === "allowed")).toEqual([]);
});

it.concurrent("refuses while a person writes in the prompt, and leaves their text", async () => {
  await using scene = await openScene();
  const { pane, channel, claim } = scene;
  pane.tmux("send-keys", "-l", "half a ");
  await pane.untilScreen(/❯ 7 characters/);
  await scene.expectRefusal("draft");
  await pane.typeByHand("thought", 7);
  expect(await pane.untilSubmitted(1)).toEqual(["half a thought"]);
  await channel.deliver(pane.agent, "hello", { claim });
  expect(await pane.untilSubmitted(2)).toEqual(["half a thought", "hello"]);
});

it.concurrent("types nothing behind a prompt that the stopped agent put back", async () => {
  await using scene = await openScene();
  const { pane, channel, claim } = scene;
  await channel.deliver(pane.agent, "think", { claim });
  claim.mockClear();
  await channel.interrupt?.(pane.agent);
  await scene.expectRefusal("draft", "do something else");
  expect(pane.submitted()).toEqual([]);
});

it.concurrent("refuses a synchronized pane, one without input, one in another mode", async () => {
  await using scene = await openScene();
  const { pane } = scene;
  pane.tmux("set-option", "-w", "synchronize-panes", "on");
  await scene.expectRefusal("synchronized");
  pane.tmux("set-option", "-w", "synchronize-panes", "off");
  pane.tmux("select-pane", "-d", "-t", "%0");
  await scene.expectRefusal("input_off");
  pane.tmux("select-pane", "-e", "-t", "%0");
  pane.tmux("clock-mode", "-t", "%0");
  await scene.expectRefusal("pane_busy");
});

it.concurrent("refuses an agent that did not say where or who it is", async () => {
  await using scene = await openScene();
  const { pane } = scene;
  await scene.expectRefusal("no_pane", "hello", { ...pane.agent, pane: null });
  await scene.expectRefusal("no_process", "hello", {
    ...pane.agent,
    pane: { ...pane.agent.pane, pid: null },
  });
});

it.concurrent("presses no Enter if the agent is gone or asks once text is pasted", async () => {
  await using scene = await openScene();
  const { pane, channel, claim } = scene;
  const dies = channel.deliver(pane.agent, "exit", { claim, maySubmit: async () => false });
  await expect(dies).rejects.toMatchObject({ code: "left_unsent" });
  await pane.untilScreen(/❯/);
  process.kill(pane.agent.pane.pid, 0);
  expect(pane.submitted()).toEqual([]);
  await using other = await openScene();
  const { pid } = other.pane.agent.pane;
  const killed = other.channel.deliver(other.pane.agent, "touch typed", {
    claim: async () => process.kill(pid, "SIGKILL"),
  });
  await expect(killed).rejects.toMatchObject({
    code: "left_unsent",
    cause: { reason: "agent_gone" },
  });
  expect(other.pane.submitted()).toEqual([]);
});

it.concurrent("scrolls a pane back to its end, where typing arrives", async () => {
  await using scene = await openScene();
  const { pane, channel, claim } = scene;
  pane.tmux("copy-mode", "-t", pane.agent.pane.id);
  expect(await channel.reaches(pane.agent)).toBe(true);
  expect(pane.tmux("display", "-p", "#{pane_in_mode}")).toBe("1\n");
  await channel.deliver(pane.agent, "two\nlines", { claim });
  expect(await pane.untilSubmitted(1)).toEqual(["two\nlines"]);
  expect(pane.tmux("display", "-p", "#{pane_in_mode}")).toBe("0\n");
});

it.concurrent("does so too when the person scrolls between the paste and the Enter", async () => {
  await using scene = await openScene();
  const { pane, channel, claim } = scene;
  const maySubmit = async () => {
    pane.tmux("copy-mode", "-t", pane.agent.pane.id);
    return true;
  };
  await channel.deliver(pane.agent, "hello", { claim, maySubmit });
  expect(await pane.untilSubmitted(1)).toEqual(["hello"]);
});

it.concurrent("sees the same where there is no /proc", async () => {
  await using scene = await openScene();
  const { pane } = scene;
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

/** Every test has a scene of its own, so that the tests can wait at the same time. */
async function openScene() {
  const pane = await openAgentPane();
  // The stand-in puts a stopped prompt back after a moment, which is longer on a busy machine.
  const channel = createTmuxChannel({ stopsWithinMs: patient(3_000), stillForMs: patient(600) });
  const claim = vi.fn(async () => true);
  return { pane, channel, claim, expectRefusal, [Symbol.asyncDispose]: close };

  async function expectRefusal(
    reason: string,
    text = "hello",
    agent: Agent = pane.agent,
  ): Promise<void> {
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

  async function close() {
    await channel.close();
    pane[Symbol.dispose]();
  }
}
