/** The calls about agents. */
import type { Delivery } from "../../../src/core/agent/agent.ts";
import type {
  AgentLines,
  AgentOfAsk,
  AgentTurns,
  AgentWork,
} from "../../../src/surfaces/portal/agents/agent-wire.ts";
import { call } from "../parts/api.ts";

export const agentApi = {
  ofAsk: (askId: string, locale: string) =>
    call<AgentOfAsk>("GET", `/api/asks/${encodeURIComponent(askId)}/agent?locale=${locale}`),
  work: (id: string, locale: string) =>
    call<AgentWork>("GET", `/api/agents/${encodeURIComponent(id)}/work?locale=${locale}`),
  turns: (id: string, before?: number) =>
    call<AgentTurns>(
      "GET",
      `/api/agents/${encodeURIComponent(id)}/turns${before === undefined ? "" : `?before=${before}`}`,
    ),
  lines: (locale: string) => call<AgentLines>("GET", `/api/agent-lines?locale=${locale}`),
  send: (id: number, text: string) =>
    call<{ delivery: Delivery }>("POST", `/api/agents/${id}/send`, { text }),
  interrupt: (id: number) => call<void>("POST", `/api/agents/${id}/interrupt`, {}),
};
