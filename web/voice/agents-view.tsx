/**
 * `/voice`: every running agent, the waiting ones first, and a field for words
 * to the agent that waits.
 */
import { useEffect, useState } from "preact/hooks";
import { safeLine } from "../../src/core/safety/safe-text.ts";
import type { SessionsReply, VoiceAgent } from "../../src/surfaces/voice/wire/wire.ts";
import { Link } from "../shared/link.tsx";
import { goTo } from "../shared/route.ts";
import { useStore } from "../shared/store.ts";
import { openAgents } from "./agents.ts";
import { Composer } from "./composer.tsx";
import { Frame } from "./frame.tsx";
import { Loudspeaker } from "./icons.tsx";
import { useText } from "./messages.ts";
import { agentPath } from "./route.ts";
import { speaker } from "./speaker.ts";
import { Spoken } from "./spoken.tsx";
import { stateOf } from "./state-words.ts";

export function AgentsView() {
  const text = useText();
  const [agents] = useState(() => openAgents((words) => void speaker.say(words)));
  const [hasChanged, setHasChanged] = useState(false);
  useEffect(() => agents.close, [agents]);
  useEffect(() => speaker.stop, []);
  const { sessions, reply, failure, connection } = useStore(agents.state);

  /**
   * Words are for the agents that waited when the person began. If others wait
   * now, the person looks first.
   */
  async function sayTo(words: string, subject: string): Promise<boolean> {
    const { sessions: now } = agents.state.get();
    const isStill = subject === subjectOf(now);
    setHasChanged(!isStill);
    if (!isStill) return false;
    const [only, ...others] = waitingIn(now);
    return agents.send(words, others.length === 0 && !isAddressed(words, now) ? only : undefined);
  }

  const composer = (
    <Composer
      place="anybody"
      label={text.writeToAll}
      placeholder={text.writeToAll}
      subject={subjectOf(sessions)}
      onSend={sayTo}
    />
  );
  return (
    <Frame
      heading={text.title}
      connection={connection}
      failure={failure}
      news={reply?.words.status_line ?? sessions?.status_line ?? ""}
      below={
        sessions !== null &&
        sessions.total > 0 && (
          <>
            <p role="alert" class={hasChanged ? "composer-note" : ""}>
              {hasChanged && text.hasChanged}
            </p>
            {composer}
          </>
        )
      }
    >
      {sessions === null && failure === null && <p class="muted late">{text.loading}</p>}
      {sessions !== null && <Summary sessions={sessions} />}
      {sessions !== null && sessions.total === 0 && (
        <div class="empty">
          <p class="empty-title">{text.noAgents}</p>
          <p class="muted">{text.noAgentsHint}</p>
        </div>
      )}
      {sessions !== null && sessions.total > 0 && (
        <ul class="agents">
          {sessions.agents.map((agent) => (
            <AgentCard key={agent.agent_id} agent={agent} />
          ))}
        </ul>
      )}
      {reply !== null && (
        <Spoken said={reply.said} words={reply.words} onClose={agents.dismissReply}>
          {reply.words.outcome === "which_agent" && (
            <div class="spoken-buttons">
              {reply.words.agents?.map((agent) => (
                <button
                  type="button"
                  key={agent.agent_id}
                  onClick={() => void agents.send(reply.said, agent)}
                >
                  {text.sendTo(safeLine(agent.project_name))}
                </button>
              ))}
            </div>
          )}
          {reply.words.agent_id !== null && (
            <button
              type="button"
              class="primary"
              onClick={() => goTo(agentPath(Number(reply.words.agent_id)))}
            >
              {text.openAgent(safeLine(reply.words.project_name ?? ""))}
            </button>
          )}
        </Spoken>
      )}
    </Frame>
  );
}

function waitingIn(sessions: SessionsReply | null): VoiceAgent[] {
  return sessions?.agents.filter((agent) => agent.awaiting_input) ?? [];
}

function subjectOf(sessions: SessionsReply | null): string {
  return waitingIn(sessions)
    .map(({ agent_id, ask_id, question_text }) => `${agent_id} ${ask_id ?? question_text}`)
    .join("\n");
}

/** "web: go on" is for the agent of that name, even if another one waits; the hub finds it. */
function isAddressed(words: string, sessions: SessionsReply | null): boolean {
  return /^[^:]{1,80}:/.test(words) && (sessions?.total ?? 0) > 1;
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
          {safeLine(agent.project_name)}
        </Link>
        <span class="badge agent-state" data-state={agent.state}>
          {stateOf(agent, text)}
        </span>
      </div>
      {about !== "" && <p class="agent-about">{about}</p>}
      <p class="muted agent-when">{agent.time_since_last_activity}</p>
    </li>
  );
}
