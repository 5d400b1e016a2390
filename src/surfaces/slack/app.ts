/** The Slack app, put together: incoming events, the cards, and the conversations with agents. */
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { App, type Logger, LogLevel, type Receiver, webApi } from "@slack/bolt";
import { createHeadlessAgent } from "../../agents/clients/claude-code/headless-agent.ts";
import type { RunningAgents } from "../../agents/running-agents.ts";
import type { Locale } from "../../core/locale.ts";
import type { Desk } from "../../desk/desk.ts";
import { answerRaw, newRoutes, type Routes } from "../../http/routes.ts";
import type { Clock } from "../../store/clock.ts";
import type { AskFeed, NotifyingHubSurface } from "../surface.ts";
import { createActions } from "./answers/actions.ts";
import { openUnsent } from "./answers/unsent.ts";
import { codeOf, createCards } from "./cards/cards.ts";
import { createDeliverer } from "./cards/deliver.ts";
import { openForms } from "./cards/form-state.ts";
import { createNotify } from "./cards/notify.ts";
import { createPeople } from "./cards/people.ts";
import { isNamedIn } from "./cards/routing.ts";
import { createTellFailure } from "./cards/tell-failure.ts";
import { createTellUnused } from "./cards/tell-unused.ts";
import { label } from "./label.ts";
import { createListener } from "./listener.ts";
import type { SlackMessage } from "./render/card.ts";
import type { AllTokens, SlackConfig } from "./setup/config.ts";
import { isOpenToAll, OPEN_TO_ALL } from "./setup/open-to-all.ts";
import { createSparingWarnings } from "./sparing-warnings.ts";
import { openThreadStore } from "./threads/thread-store.ts";
import { createThreads } from "./threads/threads.ts";
import { openSeenEvents } from "./transport/dedupe.ts";
import { dedupeReceiver } from "./transport/dedupe-receiver.ts";
import { createSlackRoute, SLACK_PATH, type SlackRoute } from "./transport/http-receiver.ts";
import { appIdIn, isFromWorkspace } from "./transport/own-workspace.ts";
import { createSockets, type Sockets } from "./transport/sockets.ts";
import { createUpdates } from "./transport/updates.ts";

export interface SlackParts {
  desk: Desk;
  clock: Clock;
  locale: Locale;
  config: SlackConfig;
  tokens: AllTokens;
  /** The folder for forms, threads and events. */
  directory: string;
  /** Instructions and skills for agents that are started from Slack, and only for those. */
  prompt: { instructions: string; pluginDirectory: string };
  running: RunningAgents | null;
  newId: () => string;
  onWarning: (message: string) => void;
}

export interface SlackHealth {
  transport: "socket" | "http";
  state: "connected" | "connecting" | "dead";
  connections?: number;
  since: string;
}

const RETRY_MS = 2_000;
const CLOSE_WITHIN_MS = 3_000;

export function createSlack(parts: SlackParts): NotifyingHubSurface {
  const { desk, clock, config, tokens, directory, newId, onWarning } = parts;
  const onOthers = createSparingWarnings({ onWarning, clock });
  const logger = quietLogger(onOthers);
  const clientOptions = {
    slackApiUrl: tokens.apiUrl,
    logger,
    retryConfig: { retries: 3, factor: 2, minTimeout: 300 },
  };
  const client = new webApi.WebClient(tokens.botToken, clientOptions);
  const now = () => clock.now();
  const forms = openForms({ directory: join(directory, "forms"), now });
  const seen = openSeenEvents({ path: join(directory, "events.jsonl"), now });
  const people = createPeople(client, config, parts.locale);
  const updates = createUpdates({ send: sendUpdate });
  const agent =
    config.agent === undefined ? null : createHeadlessAgent({ ...config.agent, ...parts.prompt });
  const workingDirectory = config.agent?.workingDirectory ?? process.cwd();
  const threads = createThreads({
    ...{ client, desk, updates, people, agent, running: parts.running, newId, onWarning },
    ...{
      store: openThreadStore(join(directory, "threads")),
      workingDirectory,
      project: basename(workingDirectory),
    },
  });
  const cards = createCards({
    client,
    forms,
    people,
    updates,
    languageIn: threads.languageIn,
    now,
    onWarning,
  });
  const deliverer = createDeliverer({
    ...{ desk, cards, forms, config, clock, onWarning },
    ...{ placeOf: threads.placeOf, onSettled: threads.settled },
    tellUnused: createTellUnused({ client, forms }),
  });
  const actions = createActions({
    client,
    desk,
    forms,
    cards,
    people,
    unsent: openUnsent({ directory: join(directory, "unsent"), now }),
    known: deliverer.known,
    onWarning,
  });
  const route = config.transport === "http" ? createSlackRoute({ ...tokens, logger }) : null;
  const sockets: Sockets | null = route === null ? createSockets({ ...tokens, logger }) : null;
  const leaving = new AbortController();
  let begun: Promise<void> = Promise.resolve();
  let closed: Promise<void> | undefined;
  let isReady = false;
  const openedAt = new Date().toISOString();

  return {
    name: label.key,
    label,
    ...(route !== null && { publicRoutes: routesTo(route) }),
    health: () => ({ slack: health() }),
    connections: () => ({
      [label.en.name]: { isConnected: isConnected(), detail: health().state },
    }),
    isReachable: isConnected,
    tellFailure: createTellFailure({
      ...{ client, config, locale: parts.locale, isBound: threads.hasAgent },
    }),
    notify: createNotify({ client, forms, posted: cards.posted, config }),
    start(asks) {
      begun = begin(asks).catch((error: Error) =>
        onWarning(`Slack is not served: ${error.message}`),
      );
    },
    close: () => {
      closed ??= closeAll();
      return closed;
    },
  };

  function routesTo({ handle }: SlackRoute): Routes {
    return newRoutes().all(SLACK_PATH, (c) => {
      // Slack sends again what was not accepted.
      if (!isReady) return c.body(null, 503);
      return answerRaw(c, ({ incoming, outgoing }) => handle(incoming, outgoing));
    });
  }

  async function closeAll() {
    leaving.abort();
    await begun;
    await sockets?.stop();
    await deliverer.close();
    await threads.close();
    await Promise.race([updates.settled(), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    seen.close();
  }

  /** Slack may be unreachable when the hub starts; the other surfaces do not wait for it. */
  async function begin(asks: AskFeed) {
    const { what, todo } = OPEN_TO_ALL[parts.locale];
    if (isOpenToAll(config)) onWarning(`${what} ${todo}`);
    const { user_id: botUserId = "", bot_id: botId = "", ...own } = await whoAmI();
    if (leaving.signal.aborted) return;
    const workspace = {
      teamId: own.team_id ?? "",
      enterpriseId: own.enterprise_id ?? "",
      appId: appIdIn(tokens.appToken),
      isNamed: (userId: string) => isNamedIn(config, userId),
    };
    const receiver = dedupeReceiver((route?.receiver ?? sockets) as Receiver, seen, (body) => {
      const isOurs = isFromWorkspace(body, workspace);
      if (!isOurs) onOthers("Something from another Slack workspace or app was not taken.");
      return isOurs;
    });
    const app = new App({
      token: tokens.botToken,
      botId,
      botUserId,
      receiver,
      clientOptions,
      logger,
    });
    const listener = createListener({
      ...{ app, actions, cards, threads, forms, people, seen, botUserId, onWarning },
      known: deliverer.known,
    });
    await deliverer.start(asks);
    await threads.start();
    isReady = true;
    await sockets?.start();
    await listener.takeUpLeft();
  }

  async function whoAmI(): Promise<webApi.AuthTestResponse> {
    for (;;) {
      try {
        return await client.auth.test();
      } catch (error) {
        onWarning(`Slack does not know us: ${(error as Error).message}`);
        if (leaving.signal.aborted) return { ok: false };
        await sleep(RETRY_MS, undefined, { signal: leaving.signal }).catch(() => undefined);
      }
    }
  }

  function isConnected(): boolean {
    return health().state === "connected";
  }

  function health(): SlackHealth {
    if (sockets !== null) return { transport: "socket", ...sockets.health() };
    return { transport: "http", state: isReady ? "connected" : "connecting", since: openedAt };
  }

  /** A message that can no longer be changed stays as it is. */
  async function sendUpdate(channel: string, ts: string, { text, blocks }: SlackMessage) {
    try {
      await client.chat.update({ channel, ts, text, blocks });
    } catch (error) {
      const code = codeOf(error);
      if (code === "" || PASSING.has(code)) throw error;
      onWarning(`A message in Slack could not be changed (${code}).`);
    }
  }
}

// Error codes that may go away by themselves.
const PASSING = new Set([
  "internal_error",
  "fatal_error",
  "service_unavailable",
  "request_timeout",
  "ratelimited",
]);

/** Bolt's warnings and errors, without its debug output. */
function quietLogger(onWarning: (message: string) => void): Logger {
  const say = (...words: unknown[]) =>
    onWarning(`Slack: ${words.map(String).join(" ").slice(0, 500)}`);
  const nothing = () => undefined;
  return {
    debug: nothing,
    info: nothing,
    warn: say,
    error: say,
    setLevel: nothing,
    getLevel: () => LogLevel.WARN,
    setName: nothing,
  };
}
