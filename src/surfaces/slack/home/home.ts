/** The inbox in Slack, put together: the Home tab, the slash command and the message shortcut. */
import type { App, webApi } from "@slack/bolt";
import { z } from "zod";
import type { AgentLine } from "../../../agents/roster.ts";
import type { Ask } from "../../../core/ask/ask.ts";
import type { AwayFile } from "../../../desk/attention/presence.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { Following } from "../../../desk/follow-asks.ts";
import type { Clock } from "../../../store/clock.ts";
import type { AskFeed } from "../../surface.ts";
import type { Forms } from "../cards/form-state.ts";
import type { People } from "../cards/people.ts";
import type { SlackConfig } from "../setup/config.ts";
import type { TestCardClick } from "../setup/hear-test.ts";
import { ASK_AGENT } from "../setup/manifest.ts";
import { TEST_ACTION } from "../setup/test-card.ts";
import type { Threads } from "../threads/threads.ts";
import type { SeenEvents } from "../transport/dedupe.ts";
import { eventKey } from "../transport/dedupe-receiver.ts";
import { createAskAgent } from "./ask-agent.ts";
import { ASK_WORDS } from "./ask-agent-window.ts";
import { createHomeTab } from "./home-tab.ts";
import { HOME } from "./home-view.ts";
import { homeWords } from "./home-words.ts";
import { createReadInbox } from "./inbox-facts.ts";
import { createOwnPlaces } from "./own-places.ts";
import { createSlashCommand } from "./slash-command.ts";
import { createWhereabouts } from "./whereabouts.ts";

/** Our own buttons; every other action id belongs to a card. */
export const OWN_ACTIONS = /^askline_/;

export interface HomeParts {
  client: webApi.WebClient;
  desk: Desk;
  forms: Forms;
  people: People;
  threads: Threads;
  config: SlackConfig;
  clock: Clock;
  /** The agents at work; null where they cannot be followed. */
  agents: (() => Promise<AgentLine[]>) | null;
  /** Hears that an agent begins, waits or ends. */
  onAgent: (listener: () => void) => () => void;
  away: AwayFile;
  /** The address of an ask's page, without a code; null if there is none to give. */
  pageOf: (ask: Ask) => string | null;
  /** The click on the set-up's test card. */
  onTestClick: (click: TestCardClick) => Promise<void>;
  seen: Pick<SeenEvents, "done">;
  onWarning: (message: string) => void;
}

export interface SlackOwn {
  botUserId: string;
  appId: string;
  teamId: string;
  workspaceUrl: string;
}

export interface Home {
  /** Hears Slack from now on, and follows the asks. */
  start(app: App, own: SlackOwn, asks: AskFeed): Promise<void>;
  /** Something that may stand in somebody's Home tab has changed. */
  touch(): void;
  close(): Promise<void>;
}

const ClickBody = z.looseObject({
  user: z.looseObject({ id: z.string() }),
  container: z.looseObject({
    channel_id: z.string().default(""),
    message_ts: z.string().default(""),
  }),
});
const Clicked = z.looseObject({ action_id: z.string(), value: z.string().default("") });

export function createHome(parts: HomeParts): Home {
  const { client, forms, people, threads, config, clock, away, seen, onWarning } = parts;
  const now = () => clock.now();
  let own: SlackOwn = { botUserId: "", appId: "", teamId: "", workspaceUrl: "" };
  let following: Following | undefined;
  let stopHearing = () => {};
  const isNamed = (userId: string) => config.people !== "anyone" && config.people.includes(userId);
  const inbox = createReadInbox({
    ...{ people, desk: parts.desk, forms, config, agents: parts.agents, now },
    away: away.load,
    openAsks: (): Ask[] => following?.open() ?? [],
    placeOf: threads.placeOf,
    ownPlaces: createOwnPlaces({ client, clock, onWarning }),
  });
  const whereabouts = createWhereabouts(away, now);
  const tab = createHomeTab({
    ...{ client, inbox, people, isNamed, clock, onWarning },
    workspaceUrl: () => own.workspaceUrl,
    pageOf: parts.pageOf,
  });
  const answer = createSlashCommand({ inbox, people, isNamed, whereabouts, homeUrl, now });
  return {
    start,
    touch: tab.touch,
    async close() {
      stopHearing();
      tab.close();
      await following?.close();
    },
  };

  async function start(app: App, known: SlackOwn, asks: AskFeed) {
    own = known;
    listen(app);
    stopHearing = parts.onAgent(tab.touch);
    following = asks({
      take: () => {
        tab.touch();
        return undefined;
      },
      onFailure: (error) => onWarning(`The Home tab lags behind: ${error.message}`),
    });
    await following.start();
  }

  function listen(app: App) {
    const askAgent = createAskAgent({
      ...{ client, people, threads, botUserId: own.botUserId, now, onWarning },
      running: inbox.agents,
    });
    app.event("app_home_opened", async ({ event, body }) => {
      if (event.tab === "home") await tab.show(event.user).catch(failed);
      seen.done(eventKey(body));
    });
    app.command(/^\/askline/, async ({ ack, command, respond }) => {
      await ack();
      await answer(command.user_id, command.text)
        .then((reply) => respond({ response_type: "ephemeral", ...reply }))
        .catch(failed);
      tab.touch();
    });
    app.shortcut(ASK_AGENT, async ({ ack, body }) => {
      await ack();
      await askAgent.open(body).catch(failed);
    });
    app.view(ASK_AGENT, async ({ ack, body, view }) => {
      const wrong = await askAgent.fault(body.user.id, view);
      if (wrong === null) {
        await ack().catch(failed);
        await askAgent.submit(body.user.id, view).catch(failed);
      } else {
        const [block = ASK_WORDS] = Object.keys(view.state.values);
        await ack({ response_action: "errors", errors: { [block]: wrong } }).catch(failed);
      }
      seen.done(eventKey(body));
    });
    app.action(OWN_ACTIONS, async ({ ack, body, action }) => {
      await ack();
      const { user, container } = ClickBody.parse(body);
      const clicked = Clicked.parse(action);
      const isTest = clicked.action_id === TEST_ACTION;
      await (isTest
        ? parts.onTestClick({ userId: user.id, nonce: clicked.value, ...container })
        : click(user.id, clicked)
      ).catch(failed);
    });
  }

  async function click(userId: string, { action_id: id, value }: z.infer<typeof Clicked>) {
    const isMove = id === HOME.back || id.startsWith(HOME.away);
    if (!isMove || !isNamed(userId) || !(await people.isAllowed(userId))) return;
    const words = homeWords((await people.of(userId)).locale);
    if (id === HOME.back) whereabouts.comeBack(words);
    else await whereabouts.leave(value, words);
    await tab.show(userId);
  }

  /** Opens the app in Slack at its Home tab. */
  function homeUrl(): string {
    const { appId, teamId } = own;
    if (appId === "" || teamId === "") return "";
    return `https://slack.com/app_redirect?app=${appId}&team=${teamId}&tab=home`;
  }

  function failed(error: Error) {
    onWarning(`Something from Slack could not be handled: ${error.message}`);
  }
}
