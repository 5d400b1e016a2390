/** The two places in the voice page: the agents, or one of them. */
export type VoiceRoute = { page: "agents" } | { page: "agent"; id: number };

export const AGENTS_PATH = "/voice";

export function voiceRouteOf(pathname: string): VoiceRoute {
  const [, id] = /^\/voice\/agents\/(\d{1,15})\/?$/.exec(pathname) ?? [];
  return id === undefined ? { page: "agents" } : { page: "agent", id: Number(id) };
}

export function agentPath(id: number): string {
  return `/voice/agents/${id}`;
}
