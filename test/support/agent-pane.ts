/** A stand-in agent in a real tmux pane, on a server of its own that ends with the test. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Agent, Pane } from "../../src/core/agent/agent.ts";
import { until } from "./patience.ts";
import { openSandbox, type Sandbox } from "./sandbox.ts";

const STAND_IN = fileURLToPath(new URL("./stand-in-agent.mjs", import.meta.url));

export interface AgentPane extends Disposable {
  readonly files: Sandbox;
  readonly agent: Agent & { pane: Pane & { pid: number } };
  /** Lines of the stand-in's transcript. */
  transcript(): TranscriptLine[];
  /** The texts submitted to it, in order. */
  submitted(): string[];
  untilSubmitted(count: number): Promise<string[]>;
  tmux(...args: string[]): string;
  screen(): string;
  untilScreen(pattern: RegExp): Promise<string>;
  /**
   * Types as a person would: letter by letter, behind the `written` characters already there, and
   * Enter once all of it shows.
   */
  typeByHand(text: string, written?: number): Promise<void>;
}

export interface TranscriptLine {
  type: string;
  subtype?: string;
  pid?: number;
  promptSource?: string;
  message?: { content: string };
}

/** A shell starts the agent, as for a person, so that the shell remains when the agent is gone. */
export async function openAgentPane(env: Record<string, string> = {}): Promise<AgentPane> {
  const files = openSandbox();
  const socketPath = files.at("tmux");
  const transcriptPath = files.at("transcript.jsonl");
  const variables = { LANG: "C.UTF-8", PS1: "$ ", STAND_IN_TRANSCRIPT: transcriptPath, ...env };
  const given = Object.entries(variables).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  tmux(
    "-f",
    "/dev/null",
    "new-session",
    "-d",
    "-x",
    "100",
    "-y",
    "30",
    "-c",
    files.path,
    ...given,
    "bash",
    "--norc",
  );
  tmux("send-keys", "-l", `${process.execPath} ${STAND_IN}`);
  tmux("send-keys", "Enter");
  const pid = await until("the agent to start", () => transcript()[0]?.pid);
  await untilScreen(/❯/);
  const now = new Date().toISOString();
  const pane = { id: tmux("display-message", "-p", "#{pane_id}").trim(), socketPath, pid };
  const agent = {
    ...{
      id: 1,
      client: "claude-code" as const,
      sessionId: "stand-in",
      projectId: 1,
      workingDirectory: files.path,
    },
    ...{
      transcriptPath,
      pane,
      state: "IDLE" as const,
      stateSince: now,
      currentTaskId: null,
      failure: null,
    },
    ...{ startedAt: now, lastSeenAt: now, endedAt: null },
  };
  return {
    ...{
      files,
      agent,
      transcript,
      submitted,
      untilSubmitted,
      tmux,
      screen,
      untilScreen,
      typeByHand,
    },
    [Symbol.dispose]: dispose,
  };

  function tmux(...args: string[]): string {
    return execFileSync("tmux", ["-S", socketPath, ...args], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  function transcript(): TranscriptLine[] {
    if (!existsSync(transcriptPath)) return [];
    const lines = readFileSync(transcriptPath, "utf8").split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line));
  }

  function submitted(): string[] {
    return transcript().flatMap(({ type, message }) =>
      type === "user" && message ? [message.content] : [],
    );
  }

  function untilSubmitted(count: number): Promise<string[]> {
    return until(`${count} texts`, () => (submitted().length >= count ? submitted() : undefined));
  }

  function screen(): string {
    return tmux("capture-pane", "-p", "-J", "-t", "%0").replace(/\s+$/, "");
  }

  function untilScreen(pattern: RegExp): Promise<string> {
    return until(`${pattern} on the screen`, () => (pattern.test(screen()) ? screen() : undefined));
  }

  async function typeByHand(text: string, written = 0): Promise<void> {
    // One key at a time is no burst; after a burst, Enter would be a line break.
    for (const [index, letter] of [...text].entries()) {
      tmux("send-keys", "-l", "--", letter);
      await untilScreen(new RegExp(`❯ ${written + index + 1} characters`));
    }
    tmux("send-keys", "Enter");
  }

  function dispose() {
    try {
      tmux("kill-server");
    } catch {
      // a test may have ended it
    }
    files[Symbol.dispose]();
  }
}
