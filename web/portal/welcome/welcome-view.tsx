/** Below "nothing to answer": what can be connected, and a question to try the keys with. */
import { useEffect, useState } from "preact/hooks";
import type { Welcome } from "../../../src/surfaces/portal/wire.ts";
import { AgentTile } from "../../marks/agent-tile.tsx";
import { CopyButton } from "../../shared/copy-button.tsx";
import { showAllKeys } from "../frame/page-tools.tsx";
import { api } from "../parts/api.ts";
import { useText } from "../parts/messages.ts";
import { type WelcomeWords, welcomeWords } from "./messages.ts";
import "./welcome.css";

type Client = Welcome["clients"][number];

/** The editors have their own pages of set-up; these are what most people run. */
const ALWAYS_SHOWN = ["claude-code", "codex", "gemini"];

export function WelcomeView() {
  const { locale } = useText();
  const say = welcomeWords(locale);
  const [clients, setClients] = useState<Client[] | null>(null);
  useEffect(() => {
    // A phone may not see what this machine has.
    api.welcome().then(
      (found) => setClients(found.clients),
      () => setClients([]),
    );
  }, []);
  if (clients === null) return null;
  const shown = clients.filter(({ id, isHere }) => isHere || ALWAYS_SHOWN.includes(id));
  const hasSome = clients.some(({ isSetUp }) => isSetUp);
  return (
    <div class="welcome">
      <p class="muted welcome-lead">{hasSome ? say.some : say.none}</p>
      {clients.length > 0 && (
        <>
          <div class="welcome-head">
            <h2>{say.connect}</h2>
            <span class="muted">{say.first}</span>
          </div>
          <ul class="welcome-card">
            {shown.map((client) => (
              <ClientLine key={client.id} client={client} say={say} />
            ))}
            <li class="welcome-line">
              <AgentTile client="command" name="$" />
              <span class="welcome-name">
                {say.scripts} <span class="muted">{say.nothingToSetUp}</span>
              </span>
              <Command words={say.example} what={say.scripts} say={say} />
            </li>
          </ul>
          <TryIt say={say} />
        </>
      )}
      <p class="muted welcome-foot">
        {say.away} <span>{say.phoneHow}</span>{" "}
        <button type="button" class="quiet small" onClick={showAllKeys}>
          {say.keys} <kbd>?</kbd>
        </button>
      </p>
    </div>
  );
}

function ClientLine({ client, say }: { client: Client; say: WelcomeWords }) {
  const { id, name, isHere, isSetUp } = client;
  return (
    <li class="welcome-line">
      <AgentTile client={id} name={name} />
      <span class="welcome-name">
        {name}{" "}
        <span class="muted">{isSetUp ? say.connected : isHere ? say.here : say.notHere}</span>
      </span>
      {!isSetUp && <Command words={`askline init --only ${id}`} what={name} say={say} />}
    </li>
  );
}

function Command({ words, what, say }: { words: string; what: string; say: WelcomeWords }) {
  return (
    <span class="welcome-command">
      <code>{words}</code>
      <CopyButton text={words} label={say.copy} name={say.copyFor(what)} doneLabel={say.copied} />
    </span>
  );
}

function TryIt({ say }: { say: WelcomeWords }) {
  const { locale } = useText();
  const [hasFailed, setFailed] = useState(false);
  const ask = () =>
    api.tryOne(locale).then(
      () => setFailed(false),
      () => setFailed(true),
    );
  return (
    <>
      <div class="welcome-head">
        <h2>{say.feel}</h2>
      </div>
      <div class="welcome-card welcome-line">
        <span class="welcome-name">{say.tryIt}</span>
        <button type="button" class="primary" onClick={() => void ask()}>
          {say.askMe}
        </button>
      </div>
      <p role="alert">{hasFailed ? say.failed : ""}</p>
    </>
  );
}
