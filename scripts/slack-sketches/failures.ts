/** How agents fail, for the sketches. */
import type { AgentFailure } from "../../src/core/agent/agent.ts";

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString();

export const FAILURES = {
  "at its limit": {
    ...{ kind: "limit", text: "You've hit your session limit", resumesAt: IN_AN_HOUR },
    resumesByItself: true,
  },
  "by an error": {
    kind: "error",
    text: "API Error: 500 <internal> *server* error",
    ...{ resumesAt: null, resumesByItself: false },
  },
} satisfies Record<string, AgentFailure>;
