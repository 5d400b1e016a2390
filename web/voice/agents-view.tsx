/**
 * `/voice/agents`: every running agent, the waiting ones first, and a field for words to the agent
 * that waits.
 */
import { useEffect, useState } from "preact/hooks";
import { safeLine } from "../../src/core/safety/safe-text.ts";
import type { SessionsReply, VoiceAgent } from "../../src/surfaces/voice/wire/wire.ts";
import { Link } from "../shared/link.tsx";
import { useStore } from "../shared/store.ts";
import { openAgents } from "./agents.ts";
import { Frame } from "./frame.tsx";
import { Loudspeaker } from "./icons.tsx";
import { useText } from "./messages.ts";
import { openIn } from "./open-list.ts";
import { langOf } from "./own-language.ts";
import { agentPath } from "./route.ts";
import { speaker } from "./speaker.ts";
import { stateOf } from "./state-words.ts";
import { Tabs } from "./tabs.tsx";
import { ToWhoever, WhoeverReply } from "./to-whoever.tsx";

export function AgentsView() {
  const text = useText();
  const [agents] = useState(() => openAgents((words) => void speaker.say(words)));
  useEffect(() => agents.close, [agents]);
  useEffect(() => speaker.stop, []);
  const { sessions, reply, failure, connection, seenAt } = useStore(agents.state);
  const isNobody = sessions !== null && sessions.total === 0;
  return (
    <Frame
      heading={text.agentsTitle}
      connection={connection}
      failure={failure}
      seenAt={seenAt}
      news={reply?.words.status_line ?? sessions?.status_line ?? ""}
      below={
        <>
          {sessions !== null && !isNobody && <ToWhoever agents={agents} />}
          <Tabs open={countOf(sessions)} hasPortal={sessions?.opens_portal === true} />
        </>
      }
    >
      {sessions === null && failure === null && <p class="muted late">{text.loading}</p>}
      {sessions !== null && <Summary sessions={sessions} />}
      {isNobody && (
        <div class="empty">
          <p class="empty-title">{text.noAgents}</p>
          <p class="muted">{text.noAgentsHint}</p>
        </div>
      )}
      {sessions !== null && !isNobody && (
        <ul class="agents">
          {sessions.agents.map((agent) => (
            <AgentCard key={agent.agent_id} agent={agent} />
          ))}
        </ul>
      )}
      <WhoeverReply agents={agents} reply={reply} />
    </Frame>
  );
}

function countOf(sessions: SessionsReply | null): number | null {
  return sessions === null ? null : openIn(sessions);
}

function Summary({ sessions }: { sessions: SessionsReply }) {
  const text = useText();
  if (sessions.total === 0) return null;
  return (
    <div class="summary">
      <p>{sessions.status_line}</p>
      {speaker.isAble && (
        <button
          type="button"
          class="icon"
          aria-label={text.readAloud}
          onClick={() => void speaker.say(sessions)}
        >
          <Loudspeaker />
        </button>
      )}
    </div>
  );
}

function AgentCard({ agent }: { agent: VoiceAgent }) {
  const text = useText();
  const about = safeLine(agent.question_text ?? agent.current_task_summary ?? "");
  return (
    <li class="agent linked-card" data-state={agent.state}>
      <div class="agent-head">
        <Link to={agentPath(agent.agent_id)} class="agent-name card-link">
          <bdi>{safeLine(agent.project_name)}</bdi>
        </Link>
        <span class="badge agent-state" data-state={agent.state}>
          {stateOf(agent, text)}
        </span>
      </div>
      {about !== "" && (
        <p class="agent-about" dir="auto" lang={langOf(about)}>
          {about}
        </p>
      )}
      <p class="muted agent-when">{agent.time_since_last_activity}</p>
    </li>
  );
}
