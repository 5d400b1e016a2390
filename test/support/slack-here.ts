/**
 * The Slack surface in this process, on a real desk and against the stand-in, with a
 * clock that a test can set.
 */
import type { AgentLine } from "../../src/agents/roster.ts";
import { openAway } from "../../src/desk/attention/presence.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { followAsks } from "../../src/desk/follow-asks.ts";
import { type Clock, systemClock } from "../../src/store/clock.ts";
import { createSlack } from "../../src/surfaces/slack/app.ts";
import { SlackConfig } from "../../src/surfaces/slack/setup/config.ts";
import { openOwnDesk } from "./own-desk.ts";
import { until } from "./patience.ts";
import { openSandbox } from "./sandbox.ts";
import { type Abilities, SECRET, startSlack, wordsIn } from "./slack-stand-in.ts";

interface Here {
  config?: Record<string, unknown>;
  /** An existing desk and clock to use instead of new ones. */
  on?: { desk: Desk; clock: Clock };
  /** Slack's and ours, instead of the machine's; the desk keeps the machine's. */
  clock?: Clock;
  /** What this Slack does beyond the usual. */
  abilities?: Abilities;
  /** The agents at work. */
  agents?: AgentLine[];
}

export async function startSlackHere({
  config = {},
  on,
  clock: given = on?.clock,
  abilities = {},
  agents,
}: Here = {}) {
  const stand = await startSlack({ ...(given && { clock: given }), ...abilities });
  const files = openSandbox();
  const desk = on?.desk ?? openOwnDesk(files.at("sessions"));
  const warnings: string[] = [];
  let ahead = 0;
  const clock = given ?? { ...systemClock, now: () => new Date(Date.now() + ahead) };
  const configure = (values: Record<string, unknown>) =>
    files.writeJson({ people: "anyone", send: [{ to: "C1" }], ...values }, "config", "slack.json");
  configure(config);
  const listeners = new Set<() => void>();
  const away = openAway(files.at("away.json"));
  const surface = createSlack({
    ...{ desk, clock },
    locale: "en",
    config: SlackConfig.parse(files.readJson("config", "slack.json")),
    configPath: files.at("config", "slack.json"),
    tokens: {
      botToken: "xoxb-test",
      appToken: "xapp-1-A1-test",
      signingSecret: SECRET,
      apiUrl: stand.apiUrl,
    },
    directory: files.at("slack"),
    prompt: { instructions: "", pluginDirectory: "" },
    running: null,
    site: "https://askline.example.com",
    agents: agents === undefined ? null : async () => agents,
    onAgent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    away,
    retentionDays: 7,
    newId: () => crypto.randomUUID(),
    onWarning: (message) => void warnings.push(message),
  });
  await surface.start((parts) => followAsks({ ...parts, desk, clock }));
  if (config["transport"] !== "http")
    await until("the connections", async () => stand.sockets.size === 2);
  return {
    stand,
    desk,
    files,
    warnings,
    surface,
    away,
    /** An agent's state has changed. */
    agentChanged() {
      for (const listener of listeners) listener();
    },
    /** Writes slack.json anew while Slack is on. */
    configure,
    advance: (milliseconds: number) => {
      ahead += milliseconds;
    },
    shown: (channel: string, words: RegExp) =>
      until(`${words} in ${channel}`, async () =>
        stand.in(channel).findLast((one) => words.test(wordsIn(one))),
      ),
    async [Symbol.asyncDispose]() {
      await surface.close();
      if (on === undefined) await desk.close();
      await stand[Symbol.asyncDispose]();
      files[Symbol.dispose]();
    },
  };
}
