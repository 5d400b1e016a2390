/** The agent of a question, beside it or folded; nothing where no agent that is followed has put it. */
import { Counts } from "../../conversation/steps.tsx";
import { linesIn } from "../../conversation/talk.ts";
import { useText } from "../parts/messages.ts";
import { agentApi } from "./agent-api.ts";
import { AgentPart } from "./agent-part.tsx";
import { agentWords } from "./messages.ts";
import { useWork } from "./work.ts";

export function AgentBeside({ askId }: { askId: string }) {
  const { locale } = useText();
  const { work } = useWork(askId, async () => (await agentApi.ofAsk(askId, locale)).work);
  return work == null ? null : <AgentPart work={work} />;
}

/** In one line above what it wants to do; unfolded, all that stands beside a question. */
export function AgentFolded({ askId }: { askId: string }) {
  const { locale } = useText();
  const { work } = useWork(askId, async () => (await agentApi.ofAsk(askId, locale)).work);
  if (work == null) return null;
  const { agent, steps, changed } = work;
  return (
    <details class="work-fold agent-folded">
      <summary>
        <span>{agentWords(locale).did(agent.name, steps.length)}</span>{" "}
        <Counts {...linesIn(changed)} />
      </summary>
      <AgentPart work={work} />
    </details>
  );
}
