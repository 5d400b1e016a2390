/** Words for whoever waits, from a list: the field, and the reply with the ways on from there. */
import { useState } from "preact/hooks";
import { safeLine } from "../../src/core/safety/safe-text.ts";
import type { SessionsReply, VoiceAgent } from "../../src/surfaces/voice/wire/wire.ts";
import { goTo } from "../shared/route.ts";
import { useStore } from "../shared/store.ts";
import type { Agents, AgentsState } from "./agents.ts";
import { Composer } from "./composer.tsx";
import { useText } from "./messages.ts";
import { agentPath, askPath } from "./route.ts";
import { Spoken } from "./spoken.tsx";

export function ToWhoever({ agents }: { agents: Agents }) {
  const text = useText();
  const { sessions } = useStore(agents.state);
  const [hasChanged, setHasChanged] = useState(false);

  /**
   * Words are for those that waited when the person began. If others wait now, the person looks
   * first.
   */
  async function sayTo(words: string, subject: string): Promise<boolean> {
    const { sessions: now } = agents.state.get();
    const isStill = subject === subjectOf(now);
    setHasChanged(!isStill);
    if (!isStill) return false;
    const [only, ...others] = waitingIn(now);
    const isClear = others.length === 0 && !asksOf(now) && !isAddressed(words, now);
    return agents.send(words, isClear ? only : undefined);
  }

  return (
    <>
      <p role="alert" class={hasChanged ? "composer-note" : ""}>
        {hasChanged && text.hasChanged}
      </p>
      <Composer
        place="anybody"
        label={text.writeToAll}
        placeholder={text.writeToAll}
        subject={subjectOf(sessions)}
        onSend={sayTo}
      />
    </>
  );
}

export function WhoeverReply({ agents, reply }: { agents: Agents; reply: AgentsState["reply"] }) {
  const text = useText();
  if (reply === null) return null;
  const { said, words } = reply;
  const isUnclear = words.outcome === "which_agent" || (words.asks?.length ?? 0) > 0;
  const askId = words.agent_id === null ? words.ask_id : null;
  return (
    <Spoken said={said} words={words} onClose={agents.dismissReply}>
      {isUnclear && (
        <div class="spoken-buttons">
          {[...(words.agents ?? []).filter((one) => one.awaiting_input), ...(words.asks ?? [])].map(
            (one) => (
              <button
                type="button"
                key={one.ask_id ?? one.agent_id}
                onClick={() => void agents.send(said, one)}
              >
                {text.sendTo(safeLine(one.project_name ?? ("asked_by" in one ? one.asked_by : "")))}
              </button>
            ),
          )}
        </div>
      )}
      {words.agent_id !== null && (
        <button
          type="button"
          class="primary"
          onClick={() => goTo(agentPath(Number(words.agent_id)))}
        >
          {text.openAgent(safeLine(words.project_name ?? ""))}
        </button>
      )}
      {askId !== null && words.question !== null && (
        <button type="button" class="primary" onClick={() => goTo(askPath(askId))}>
          {text.openAgent(safeLine(words.project_name ?? ""))}
        </button>
      )}
    </Spoken>
  );
}

function waitingIn(sessions: SessionsReply | null): VoiceAgent[] {
  return sessions?.agents.filter((agent) => agent.awaiting_input) ?? [];
}

function asksOf(sessions: SessionsReply | null): boolean {
  return sessions?.asks.some(({ agent_id }) => agent_id === null) === true;
}

function subjectOf(sessions: SessionsReply | null): string {
  const agents = waitingIn(sessions).map(
    ({ agent_id, ask_id, question_text }) => `${agent_id} ${ask_id ?? question_text}`,
  );
  return [...agents, ...(sessions?.asks ?? []).map(({ ask_id }) => ask_id)].join("\n");
}

/** "web: go on" is for the agent of that name, even if another one waits; the hub finds it. */
function isAddressed(words: string, sessions: SessionsReply | null): boolean {
  return /^[^:]{1,80}:/.test(words) && (sessions?.total ?? 0) > 1;
}
