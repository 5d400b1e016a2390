/** An agent: its state and task, its last steps, what it changed, and a word to it. */
import { useState } from "preact/hooks";
import { detailIn } from "../../../src/core/agent/delivery-words.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type { AgentWork } from "../../../src/surfaces/portal/agents/agent-wire.ts";
import { Changed, Steps } from "../../conversation/steps.tsx";
import { Icon } from "../../shared/icons.tsx";
import { Link } from "../../shared/link.tsx";
import { failureInWords, failureOf } from "../parts/failure.ts";
import { useText } from "../parts/messages.ts";
import { agentApi } from "./agent-api.ts";
import { type AgentWords, agentWords } from "./messages.ts";
import "../../conversation/conversation.css";
import "./agent.css";

export function AgentPart({ work }: { work: AgentWork }) {
  const { locale } = useText();
  const say = agentWords(locale);
  const { agent, steps, changed } = work;
  return (
    <section class="agent" aria-label={say.region}>
      <AgentHead agent={agent} />
      <div class="agent-work">
        <div class="steps-head">
          <h3>{say.steps}</h3>
          <Link to={`/agents/${agent.id}`} class="whole">
            {say.whole}
          </Link>
        </div>
        {steps.length === 0 && <p class="muted">{say.noSteps}</p>}
        <Steps steps={steps} locale={locale} />
        <Changed files={changed} locale={locale} />
      </div>
      <Word work={work} say={say} />
    </section>
  );
}

/** Who it is, in what state, on what. */
export function AgentHead({ agent, level = 2 }: { agent: AgentWork["agent"]; level?: 1 | 2 }) {
  const say = agentWords(useText().locale);
  const Heading = `h${level}` as const;
  return (
    <div class="agent-head">
      <Heading class="agent-title">
        <bdi>{agent.name}</bdi>
      </Heading>
      <span class="agent-state" data-state={agent.state}>
        {agent.stateInWords}
      </span>
      <p class="agent-task" dir="auto">
        {agent.task === null ? say.noTask : safeLine(agent.task)}
      </p>
    </div>
  );
}

/** A message that reaches the agent by its terminal, and the way to stop it. */
export function Word({ work: { agent }, say }: { work: AgentWork; say: AgentWords }) {
  const text = useText();
  const [words, setWords] = useState("");
  const [told, setTold] = useState("");
  const [isBusy, setBusy] = useState(false);
  if (agent.isEnded) return <p class="agent-word muted">{say.ended}</p>;
  const run = async (work: () => Promise<string>) => {
    setBusy(true);
    setTold(await work().catch((error: unknown) => failureInWords(failureOf(error), text).message));
    setBusy(false);
  };
  const send = () =>
    run(async () => {
      const { delivery } = await agentApi.send(agent.id, words.trim());
      const { state, detail } = delivery;
      // The words stay where nothing was typed.
      if (state === "refused") return detail === null ? say.notSent : detailIn(text.locale, detail);
      setWords("");
      return state === "indeterminate" ? say.sentUnsure : say.sent;
    });
  const interrupt = () => run(() => agentApi.interrupt(agent.id).then(() => say.interrupted));
  return (
    <form
      class="agent-word"
      onSubmit={(event) => {
        event.preventDefault();
        if (words.trim() !== "") void send();
      }}
    >
      <label class="unseen" for="agent-message">
        {say.messageTo(agent.name)}
      </label>
      <div class="agent-field">
        <input
          id="agent-message"
          value={words}
          placeholder={say.message}
          dir="auto"
          disabled={isBusy}
          onInput={(event) => setWords(event.currentTarget.value)}
        />
        <button
          type="submit"
          class="icon"
          disabled={isBusy || words.trim() === ""}
          aria-label={say.send}
        >
          <Icon name="forward" />
        </button>
      </div>
      <div class="agent-foot">
        <span role="status">{told === "" ? say.sentWhen : told}</span>
        <button
          type="button"
          class="quiet small"
          disabled={isBusy}
          onClick={() => void interrupt()}
        >
          {say.interrupt}
        </button>
      </div>
    </form>
  );
}
