/**
 * The hub as agents see it: `askline serve`, hooks that report to it, and a desk on the
 * same sessions to answer at.
 */
import type { Ask } from "../../src/core/ask/ask.ts";
import { type HookAgent, type HookAgentOptions, startHookAgent } from "./hook-agent.ts";
import { until } from "./patience.ts";
import { type Serving, startServing } from "./serving.ts";

type AgentOptions = Pick<HookAgentOptions, "client" | "transcriptPath" | "statusPath">;

export interface TestHub extends Serving {
  agent(sessionId: string, more?: AgentOptions): HookAgent;
  /** An agent that writes down whether it waits, as Claude Code does. */
  agentWithStatus(sessionId: string): HookAgent;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** Waits for the open ask from a hook of this agent. */
  openAsk(project?: string): Promise<Ask>;
}

export async function startHub({ env = {} as NodeJS.ProcessEnv } = {}): Promise<TestHub> {
  const serving = await startServing(env);
  const { files, url, token, desk } = serving;
  return { ...serving, agent, agentWithStatus, get, openAsk };

  function agent(sessionId: string, more: AgentOptions = {}): HookAgent {
    return startHookAgent({ url, token, sessionId, cwd: files.at("projects", sessionId), ...more });
  }

  function agentWithStatus(sessionId: string): HookAgent {
    const transcriptPath = files.at("claude", "projects", "p", `${sessionId}.jsonl`);
    return agent(sessionId, {
      transcriptPath,
      statusPath: files.at("claude", "sessions", `${sessionId}.json`),
    });
  }

  function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(url + path, { headers: { authorization: `Bearer ${token}`, ...headers } });
  }

  function openAsk(project?: string): Promise<Ask> {
    return until("an open ask", async () => {
      const asks = await desk.list({ status: "pending" });
      return asks.find(({ source }) => project === undefined || source.project === project);
    });
  }
}
