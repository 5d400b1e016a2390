/** The agent beside its question; nothing where no agent that is followed has put it. */
import { useText } from "../parts/messages.ts";
import { agentApi } from "./agent-api.ts";
import { AgentPart } from "./agent-part.tsx";
import { useWork } from "./work.ts";

export function AgentBeside({ askId }: { askId: string }) {
  const { locale } = useText();
  const { work } = useWork(askId, async () => (await agentApi.ofAsk(askId, locale)).work);
  return work == null ? null : <AgentPart work={work} />;
}
