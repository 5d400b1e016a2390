/** The places in the voice page. */
export type VoiceRoute =
  | { page: "questions" }
  | { page: "agents" }
  | { page: "agent"; id: number }
  | { page: "agent_question"; id: number }
  | { page: "ask"; id: string };

export const QUESTIONS_PATH = "/voice";
export const AGENTS_PATH = "/voice/agents";

export function voiceRouteOf(pathname: string): VoiceRoute {
  const [, id, question] = /^\/voice\/agents\/(\d{1,15})(\/question)?\/?$/.exec(pathname) ?? [];
  if (id !== undefined)
    return { page: question === undefined ? "agent" : "agent_question", id: Number(id) };
  const [, ask] = /^\/voice\/asks\/([\w-]{1,100})\/?$/.exec(pathname) ?? [];
  if (ask !== undefined) return { page: "ask", id: ask };
  return { page: /^\/voice\/agents\/?$/.test(pathname) ? "agents" : "questions" };
}

export function agentPath(id: number): string {
  return `/voice/agents/${id}`;
}

export function questionPath(agentId: number): string {
  return `/voice/agents/${agentId}/question`;
}

export function askPath(id: string): string {
  return `/voice/asks/${id}`;
}
