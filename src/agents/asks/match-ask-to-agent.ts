/**
 * Finds the known agent that made an ask: by the tool call it came from; by its session; as the
 * only agent of that client in the folder; or as the only one there that just called our tool with
 * this text.
 */
import type { Agent, Client } from "../../core/agent/agent.ts";
import type { Ask } from "../../core/ask/ask.ts";
import type { LogReads } from "../../store/agent-log.ts";
import type { ToolCalls } from "../turns/write/tool-calls.ts";

export interface AskMatcher {
  agentOf(ask: Ask): Promise<Agent | null>;
  /** Matches by the tool call alone: for a past ask, folder and text prove nothing. */
  agentOfCall(ask: Ask): Promise<Agent | null>;
}

export function createAskMatcher(
  log: LogReads,
  calls: Pick<ToolCalls, "of" | "callerOf">,
): AskMatcher {
  return { agentOf, agentOfCall };

  async function agentOfCall({ source }: Ask): Promise<Agent | null> {
    const caller = source.callId === undefined ? null : calls.callerOf(source.callId);
    return caller === null ? null : log.agent(caller);
  }

  async function agentOf(ask: Ask): Promise<Agent | null> {
    const { source, questions } = ask;
    const caller = await agentOfCall(ask);
    if (caller !== null) return caller;
    const agents = await log.agents({ isEnded: false });
    const bySession = agents.find(({ sessionId }) => sessionId === source.agentId);
    if (bySession !== undefined) return bySession;
    if (source.workingDirectory === undefined) return null;
    const client = clientNamed(source.agentId);
    const here = agents.filter(
      (agent) =>
        agent.workingDirectory === source.workingDirectory &&
        (client === null || agent.client === client),
    );
    // A person may run `askline ask` in that folder too, so the source must name a client.
    if (client === null) return null;
    const words = JSON.stringify(questions[0]?.prompt ?? "");
    const [only, ...others] =
      here.length > 1 ? here.filter((agent) => calls.of(agent).lastAsked()?.includes(words)) : here;
    return only !== undefined && others.length === 0 ? only : null;
  }
}

/** An MCP source's agent id begins with the name of its client. */
function clientNamed(name = ""): Client | null {
  if (/^claude-code/i.test(name)) return "claude-code";
  if (/^codex/i.test(name)) return "codex";
  return /^gemini/i.test(name) ? "gemini" : null;
}
