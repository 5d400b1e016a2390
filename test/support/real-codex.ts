/** A real Codex on a terminal, with its daemon, which outlives the window and is ended with it. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { AgentHome } from "./agent-home.ts";
import { until } from "./patience.ts";
import { openRealTerminal, type RealTerminal } from "./real-terminal.ts";
import type { Step } from "./scripted-model.ts";
import type { Terminal } from "./tmux.ts";

const READY = /Ask Codex to do anything[\s\S]*for agents/;

/** `plans`: in its plan mode, the only one in which it asks questions of its own. */
export async function openRealCodex(
  script: (project: string) => readonly Step[],
  { trusts = true, plans = false } = {},
): Promise<RealTerminal> {
  const codex = await openRealTerminal("codex", script, { ended: endDaemon });
  try {
    await begin(codex.terminal, trusts ? "2" : "3", plans);
    return codex;
  } catch (error) {
    await codex[Symbol.asyncDispose]();
    throw error;
  }
}

async function begin(terminal: Terminal, trust: string, plans: boolean) {
  await terminal.until(/Trust all and continue/);
  await pressed(terminal, [trust, "Enter"], READY);
  if (plans) await pressed(terminal, ["BTab"], /Plan mode/);
  terminal.type("Go on");
  await terminal.until(/› Go on/);
  terminal.press("Enter");
}

/** Presses the keys until it shows that: one that comes while it starts may be lost. */
async function pressed(terminal: Terminal, keys: string[], shown: RegExp) {
  await until(
    () => `${shown} in the terminal. It shows:\n${terminal.screen()}`,
    async () => {
      if (shown.test(terminal.screen())) return true;
      terminal.press(...keys);
      await sleep(1_500);
      return shown.test(terminal.screen());
    },
  );
}

/** The daemon runs from a copy of Codex below its home, and so does what updates that. */
async function endDaemon({ home }: AgentHome) {
  for (const pid of running(home)) process.kill(pid, "SIGTERM");
  await until("Codex's daemon to end", () => running(home).length === 0);
}

function running(home: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => commandOf(name).startsWith(join(home, ".codex/")))
    .map(Number);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(join("/proc", pid, "cmdline"), "utf8");
  } catch {
    // It has ended since.
    return "";
  }
}
