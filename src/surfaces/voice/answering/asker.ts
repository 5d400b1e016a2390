/** Who asks, in the words of a reply: a running agent, or a program that no agent of the log stands for. Pure. */
import type { AgentState } from "../../../core/agent/agent.ts";
import type { Ask } from "../../../core/ask/ask.ts";
import { askerName } from "../../../core/names.ts";
import type { AboutAgent } from "../agents/about-agent.ts";
import type { VoiceMessages } from "../speech/messages.ts";
import { spoken } from "../speech/speech.ts";

/** What every reply says of whoever is answered. All null but the name where it is no agent. */
export type Asker = Pick<AboutAgent, "project_name"> & {
  agent_id: number | null;
  state: AgentState | null;
};

/** The program's own name where it gave one, else the kind of source: "Cursor", "the command line". */
export function askedBy({ source }: Pick<Ask, "source">, say: VoiceMessages): string {
  const isNamed = source.agentId !== undefined || source.client !== undefined;
  return (isNamed && spoken(askerName(source))) || say.source(source.kind);
}

/** The name to hear and to say: the project's, since several programs ask from the same command line. */
export function askerAloud(ask: Pick<Ask, "source">, say: VoiceMessages): string {
  return projectOf(ask) ?? askedBy(ask, say);
}

export function projectOf({ source }: Pick<Ask, "source">): string | null {
  const folder = source.workingDirectory?.split(/[\\/]/).filter(Boolean).at(-1);
  const name = spoken(source.project ?? folder ?? "");
  return name === "" ? null : name;
}

export function askerOf(ask: Pick<Ask, "source">, say: VoiceMessages): Asker {
  return { agent_id: null, project_name: askerAloud(ask, say), state: null };
}
