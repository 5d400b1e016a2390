/** An agent: its state and task, its last steps, what it changed, and a word to it. */
import { useState } from "preact/hooks";
import { detailIn } from "../../../src/core/agent/delivery-words.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type {
  AgentWork,
  ChangedFile,
  Step,
} from "../../../src/surfaces/portal/agents/agent-wire.ts";
import { Icon, type IconName } from "../../shared/icons.tsx";
import { failureInWords, failureOf } from "../parts/failure.ts";
import { useText } from "../parts/messages.ts";
import { agentApi } from "./agent-api.ts";
import { type AgentWords, agentWords } from "./messages.ts";
import "./agent.css";

export function AgentPart({ work }: { work: AgentWork }) {
  const { locale } = useText();
  const say = agentWords(locale);
  const { agent, steps, changed } = work;
  return (
    <section class="agent" aria-label={say.region}>
      <div class="agent-head">
        <h2>
          <bdi>{agent.name}</bdi>
        </h2>
        <span class="agent-state" data-state={agent.state}>
          {agent.stateInWords}
        </span>
        <p class="agent-task" dir="auto">
          {agent.task === null ? say.noTask : safeLine(agent.task)}
        </p>
      </div>
      <div class="agent-work">
        <h3>{say.steps}</h3>
        {steps.length === 0 && <p class="muted">{say.noSteps}</p>}
        <ol class="steps">
          {steps.map((step, index) => (
            // Steps have no names of their own, and are only ever added at the end.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <StepLine key={index} step={step} say={say} isLast={index === steps.length - 1} />
          ))}
        </ol>
        {changed.length > 0 && <Changed files={changed} say={say} />}
      </div>
      <Word work={work} say={say} />
    </section>
  );
}

const ICONS: Record<Step["kind"], IconName> = {
  prompt: "forward",
  said: "question",
  ran: "command",
  read: "plan",
  wrote: "edit",
  searched: "search",
  did: "permission",
};

/** The last result is open: it is what the question came out of. */
function StepLine({ step, say, isLast }: { step: Step; say: AgentWords; isLast: boolean }) {
  const { kind, what, more, hasFailed, isOpen, at } = step;
  const isCode = kind !== "said" && kind !== "prompt";
  const line = (
    <>
      <Icon name={ICONS[kind]} />
      <span class="unseen">{say.kinds[kind]}: </span>
      <span class={isCode ? "step-what agent-code" : "step-what"} dir="auto">
        {what}
      </span>
      {hasFailed && <span class="step-failed">{say.failed}</span>}
      {isOpen && <span class="muted">{say.running}</span>}
      {at !== null && <time dateTime={at}>{clock(at)}</time>}
    </>
  );
  if (more === "" || more === what) return <li class="step">{line}</li>;
  return (
    <li>
      <details open={isLast && isCode}>
        <summary class="step">{line}</summary>
        <pre dir="auto">{more}</pre>
      </details>
    </li>
  );
}

function Changed({ files, say }: { files: ChangedFile[]; say: AgentWords }) {
  const sum = (of: "added" | "removed") => files.reduce((total, file) => total + file[of], 0);
  return (
    <>
      <h3 class="changed-head">
        {say.changed} <Counts added={sum("added")} removed={sum("removed")} />
      </h3>
      <ul class="changed">
        {files.map((file) => (
          <li key={file.path}>
            <span class="agent-code" dir="auto">
              {file.path}
            </span>
            <Counts {...file} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span class="counts">
      {added > 0 && <span class="added">+{added}</span>}{" "}
      {removed > 0 && <span class="removed">−{removed}</span>}
    </span>
  );
}

/** A message that reaches the agent by its terminal, and the way to stop it. */
function Word({ work: { agent }, say }: { work: AgentWork; say: AgentWords }) {
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

function clock(at: string): string {
  return new Date(at).toTimeString().slice(0, 5);
}
