/**
 * Hands texts to Codex's daemon, which passes them to the session at once: a new turn, or a word in
 * the one that is under way. It needs no pane, and knows the session better than a hook does, whose
 * pane is that of whichever window started the daemon.
 */
import type { Agent } from "../../core/agent/agent.ts";
import type { CodexDaemon } from "../clients/codex/daemon/daemon.ts";
import { AgentUnreachable, type Channel, type Handover } from "./channel.ts";
import { typedText } from "./typed-text.ts";

export type CodexSessions = Pick<CodexDaemon, "holds" | "say" | "interrupt">;

/** `sessions` gives null while the daemon is not followed. */
export function createCodexSocket(sessions: () => CodexSessions | null): Channel {
  return {
    // What is said while a tool runs is read when it has ended.
    ...{ keepsTexts: true, isBeside: true },
    reaches,
    async deliver(agent: Agent, text: string, { claim, signal }: Handover) {
      const message = typedText(text);
      const daemon = await daemonOf(agent);
      signal?.throwIfAborted();
      if (!(await claim())) return false;
      await daemon.say(agent.sessionId, message);
      return true;
    },
    async interrupt(agent: Agent) {
      await (await daemonOf(agent)).interrupt(agent.sessionId);
    },
    close: async () => undefined,
  };

  async function reaches({ client, sessionId }: Agent): Promise<boolean> {
    return client === "codex" && ((await sessions()?.holds(sessionId)) ?? false);
  }

  async function daemonOf(agent: Agent): Promise<CodexSessions> {
    const daemon = sessions();
    if (daemon === null || !(await reaches(agent))) throw new AgentUnreachable("no_pane");
    return daemon;
  }
}
