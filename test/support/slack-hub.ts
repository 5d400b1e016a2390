/**
 * `askline serve` with Slack on: a real process, the stand-in for Slack, and an agent
 * that says what a test wants.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { startHub, type TestHub } from "./hub.ts";
import { until } from "./patience.ts";
import { openSandbox } from "./sandbox.ts";
import { SECRET, type Shown, type Stand, startSlack, wordsIn } from "./slack-stand-in.ts";

export type Transport = "socket" | "http";

export interface SlackHub extends AsyncDisposable {
  slack: Stand;
  hub: TestHub;
  /** For commands beside the hub. */
  env: Record<string, string>;
  /** The newest message in a channel that matches `words`. */
  shown(channel: string, words: RegExp): Promise<Shown>;
  whispered(user: string, words: RegExp): Promise<Shown>;
  /** The texts that the agent received so far. */
  told(): Told[];
  script(replies: Record<string, unknown>): void;
  agentFolder: string;
}

export interface Told {
  text: string;
  args: string[];
  resumed: string | null;
  sessionId: string;
}

const AGENT = fileURLToPath(new URL("./scripted-agent.mjs", import.meta.url));

/** Asks of project C… go to the channel of that name, asks of project U… to that person. */
export async function startSlackHub({
  transport = "socket" as Transport,
  config = {} as Record<string, unknown>,
  env = {} as NodeJS.ProcessEnv,
} = {}): Promise<SlackHub> {
  const slack = await startSlack();
  const files = openSandbox();
  const agentFolder = files.at("agent");
  mkdirSync(agentFolder);
  script({});
  const places = [...Array.from({ length: 20 }, (_, at) => `C${at + 1}`), "UADA", "UMIN"];
  files.writeJson(
    {
      transport,
      people: ["UADA", "UMIN"],
      send: places.map((place) => ({ project: place, to: place })),
      agent: {
        command: [process.execPath, AGENT],
        environment: { SCRIPTED_AGENT_FOLDER: agentFolder },
      },
      ...config,
    },
    "config",
    "slack.json",
  );
  slack.locales.set("UMIN", "ko-KR");
  const environment = {
    ...{ ASKLINE_CONFIG_DIR: files.at("config"), ASKLINE_SLACK_API_URL: slack.apiUrl },
    ...{ ASKLINE_SLACK_BOT_TOKEN: "xoxb-test", ASKLINE_SLACK_APP_TOKEN: "xapp-test" },
    ...{ ASKLINE_SLACK_SIGNING_SECRET: SECRET },
  };
  const hub = await startHub({ env: { ...environment, ...env } });
  if (transport === "http") slack.sendOverHttp(hub.url);
  await isConnected(hub, slack, transport);
  return {
    slack,
    hub,
    env: { ...environment, ASKLINE_STATE_DIR: hub.state },
    shown,
    whispered,
    told,
    script,
    agentFolder,
    [Symbol.asyncDispose]: dispose,
  };

  async function shown(channel: string, words: RegExp): Promise<Shown> {
    return until(`${words} in ${channel}`, async () =>
      slack.in(channel).findLast((one) => words.test(wordsIn(one))),
    );
  }

  async function whispered(user: string, words: RegExp): Promise<Shown> {
    return until(`${words} for ${user}`, async () =>
      slack.whispers(user).findLast((one) => words.test(one.text)),
    );
  }

  function told(): Told[] {
    const path = `${agentFolder}/told.jsonl`;
    if (!existsSync(path)) return [];
    // The text behind the last line break is still being written.
    const whole = readFileSync(path, "utf8").split("\n").slice(0, -1);
    return whole.map((line) => JSON.parse(line));
  }

  function script(replies: Record<string, unknown>) {
    writeFileSync(`${agentFolder}/script.json`, JSON.stringify(replies));
  }

  async function dispose() {
    await hub[Symbol.asyncDispose]();
    await slack[Symbol.asyncDispose]();
    files[Symbol.dispose]();
  }
}

export async function isConnected(hub: TestHub, slack: Stand, transport: Transport): Promise<void> {
  await until("Slack in the hub", async () => {
    const response = await fetch(`${hub.url}/healthz`).catch(() => null);
    // The hub's own reply.
    const health = (await response?.json()) as
      | { slack?: { state: string; connections?: number } }
      | undefined;
    if (transport === "http") return health?.slack?.state === "connected";
    return health?.slack?.connections === 2 && slack.sockets.size === 2;
  });
}
