/** What Slack needs of agents that run on their own: to find one, to tell it something, to hear what it says. */

export interface RunningAgents {
  find(id: number): Promise<{ id: number; name: string } | null>;
  /** Null once the agent has it, else a sentence about why it has not. */
  send(agentId: number, text: string): Promise<string | null>;
  onSaid(listener: (said: Said) => void): () => void;
}

export interface Said {
  agentId: number;
  text: string;
  activity: "working" | "waiting" | null;
}
