/**
 * Which of the agents that we know put an ask: by the call it came from, by its session, because it can be no other, or
 * because it alone has just called a tool of ours with these words.
 */
import type { Agent, Client } from "../../core/agent/agent.ts";
import type { Ask } from "../../core/ask/ask.ts";
import type { LogReads } from "../../store/agent-log.ts";
import type { ToolCalls } from "../turns/write/tool-calls.ts";

export interface AskMatcher {
  agentOf(ask: Ask): Promise<Agent | null>;
  /** Only by the call that it came from: of what is past, folders and words tell nothing any more. */
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
    // A person may ask by command too, so a folder alone proves nothing unless the asker says what client it is.
    if (client === null) return null;
    const words = JSON.stringify(questions[0]?.prompt ?? "");
    const [only, ...others] =
      here.length > 1 ? here.filter((agent) => calls.of(agent).lastAsked()?.includes(words)) : here;
    return only !== undefined && others.length === 0 ? only : null;
  }
}

/** MCP callers are called by their client's own name. */
function clientNamed(name = ""): Client | null {
  if (/^claude-code/i.test(name)) return "claude-code";
  if (/^codex/i.test(name)) return "codex";
  return /^gemini/i.test(name) ? "gemini" : null;
}
