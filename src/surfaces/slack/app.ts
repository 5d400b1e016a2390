/** The Slack app, put together: incoming events, the cards, and the conversations with agents. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { App, type Logger, LogLevel, type Receiver, type webApi } from "@slack/bolt";
import type { AgentLine } from "../../agents/roster.ts";
import type { RunningAgents } from "../../agents/running-agents.ts";
import type { Ask } from "../../core/ask/ask.ts";
import type { Locale } from "../../core/locale.ts";
import type { AwayFile } from "../../desk/attention/presence.ts";
import type { Desk } from "../../desk/desk.ts";
import { answerRaw, newRoutes, type Routes } from "../../http/routes.ts";
import type { Clock } from "../../store/clock.ts";
import { openUploads, type Uploads } from "../../store/uploads/uploads.ts";
import type { AskFeed, NotifyingHubSurface } from "../surface.ts";
import { type Actions, createActions } from "./answers/actions.ts";
import { openUnsent } from "./answers/unsent.ts";
import { codeOf, createCards } from "./cards/cards.ts";
import { createDeliverer } from "./cards/deliver.ts";
import { createEphemeralReplies } from "./cards/ephemeral-reply.ts";
import { type Forms, openForms } from "./cards/form-state.ts";
import { createNotify } from "./cards/notify.ts";
import { createPeople } from "./cards/people.ts";
import { isNamedIn } from "./cards/routing.ts";
import { createTellFailure } from "./cards/tell-failure.ts";
import { createTellUnused } from "./cards/tell-unused.ts";
import { createHome } from "./home/home.ts";
import { label } from "./label.ts";
import { createListener } from "./listener.ts";
import { openBlockedPlaces } from "./places/blocked-places.ts";
import { hearInvitations } from "./places/hear-invitations.ts";
import { createNameOf, createTellBlocked } from "./places/tell-blocked.ts";
import type { AllTokens, SlackConfig } from "./setup/config.ts";
import { type SlackHealth, troublesIn } from "./setup/health.ts";
import { createHearTest } from "./setup/hear-test.ts";
import { followConfig } from "./setup/live-config.ts";
import { isOpenToAll, OPEN_TO_ALL } from "./setup/open-to-all.ts";
import { createSparingWarnings } from "./sparing-warnings.ts";
import { createChannelAgents } from "./threads/channel-agents.ts";
import { STOP_ACTION } from "./threads/status-line.ts";
import { createStopAgent } from "./threads/stop-agent.ts";
import { LARGEST_FILE_BYTES } from "./threads/thread-files.ts";
import { openThreadStore } from "./threads/thread-store.ts";
import { createThreads } from "./threads/threads.ts";
import { createBudget } from "./transport/budget.ts";
import { clientOptions, createClients } from "./transport/client.ts";
import { openSeenEvents } from "./transport/dedupe.ts";
import { dedupeReceiver } from "./transport/dedupe-receiver.ts";
import { createDownload } from "./transport/download.ts";
import { createSlackRoute, SLACK_PATH, type SlackRoute } from "./transport/http-receiver.ts";
import { appIdIn, isFromWorkspace } from "./transport/own-workspace.ts";
import { createSockets, type Sockets } from "./transport/sockets.ts";
import { createStreaming } from "./transport/streaming.ts";
import { createUpdates, type Update } from "./transport/updates.ts";

export interface SlackParts {
  desk: Desk;
  clock: Clock;
  locale: Locale;
  config: SlackConfig;
  /** Where the configuration is; it is followed while the hub runs. */
  configPath: string;
  tokens: AllTokens;
  /** The folder for forms, threads and events. */
  directory: string;
  /** Instructions and skills for agents that are started from Slack, and only for those. */
  prompt: { instructions: string; pluginDirectory: string };
  running: RunningAgents | null;
  /** The origin of the hub's pages, without a path; null if people cannot open them. */
  site?: string | null;
  /** The agents at work; null where they cannot be followed. */
  agents: (() => Promise<AgentLine[]>) | null;
  /** Hears that an agent begins, waits or ends. */
  onAgent?: (listener: () => void) => () => void;
  /** Whether the person of this machine is away. */
  away: AwayFile;
  /** How long files of messages are kept; 0 keeps them forever. */
  retentionDays: number;
  newId: () => string;
  onWarning: (message: string) => void;
}

const RETRY_MS = 2_000;
const TIDY_EVERY_MS = 24 * 60 * 60_000;
const CLOSE_WITHIN_MS = 3_000;

export function createSlack(parts: SlackParts): NotifyingHubSurface {
  const { desk, clock, tokens, directory, newId, onWarning } = parts;
  const { onAgent = () => () => {} } = parts;
  const live = followConfig({ path: parts.configPath, start: parts.config, clock, onWarning });
  const config = live.values;
  const onOthers = createSparingWarnings({ onWarning, clock });
  const logger = quietLogger(onOthers);
  const budget = createBudget({ clock });
  const { client, direct, once } = createClients({
    ...{ token: tokens.botToken, apiUrl: tokens.apiUrl, logger, budget },
  });
  const now = () => clock.now();
  const pageOf = ({ id }: Ask) => (parts.site ? `${parts.site}/choice/${id}` : null);
  const kept = openForms({ directory: join(directory, "forms"), now });
  const forms: Forms = {
    ...kept,
    async save(ask, state) {
      await kept.save(ask, state);
      home.touch();
    },
    // A decision is among the recent ones once its cards are closed.
    async change(id, change) {
      const changed = await kept.change(id, change);
      home.touch();
      return changed;
    },
  };
  const seen = openSeenEvents({ path: join(directory, "events.jsonl"), now });
  const people = createPeople(client, config, parts.locale);
  const updates = createUpdates({ send: sendUpdate, clock });
  let teamId = "";
  const keptFiles = openUploads({
    directory: join(directory, "files"),
    largestBytes: LARGEST_FILE_BYTES,
    retentionDays: parts.retentionDays,
    now,
  });
  const stopTidying = tidyDaily(keptFiles, clock);
  let own = { botId: "", botUserId: "" };
  const streaming = createStreaming({ once, budget, teamId: () => teamId });
  const threads = createThreads({
    ...{ client, desk, updates, streaming, people, clock, newId, onWarning },
    ...{
      own: () => own,
      download: createDownload({ ...tokens, token: tokens.botToken }),
      uploads: keptFiles,
    },
    agents: createChannelAgents({ config, prompt: parts.prompt }),
    ...{ running: parts.running, store: openThreadStore(join(directory, "threads")) },
  });
  let botName = "Askline";
  const blocked = openBlockedPlaces({
    directory: join(directory, "blocked"),
    now,
    nameOf: createNameOf(client),
    onBlocked: createTellBlocked({ client, config, people, botName: () => botName, onWarning }),
    onFree: () => deliverer.again(),
  });
  const cards = createCards({
    postOnce: (message) =>
      budget.run({ method: "chat.postMessage", channel: message.channel, lane: () => "card" }, () =>
        once.chat.postMessage(message),
      ),
    ...{ client, forms, people, updates, blocked, now, onWarning },
    languageIn: threads.languageIn,
    pageOf,
  });
  const deliverer = createDeliverer({
    ...{ desk, cards, forms, config, blocked, clock, onWarning },
    ...{ placeOf: threads.placeOf, onSettled: threads.settled },
    tellUnused: createTellUnused({ client, forms }),
  });
  const ephemeral = createEphemeralReplies({ client, people, onWarning });
  const stopAgent = createStopAgent({ threads, people, ephemeral });
  const actions = attentive(
    createActions({
      ...{ client, desk, forms, cards, people, pageOf, known: deliverer.known, onWarning },
      unsent: openUnsent({ directory: join(directory, "unsent"), now }),
    }),
  );
  const home = createHome({
    ...{ client, desk, forms, people, threads, config, clock, seen, onWarning },
    ...{ agents: parts.agents, onAgent, away: parts.away, pageOf },
    onTestClick: createHearTest({ client, people, directory }),
  });
  live.onChange(() => {
    deliverer.again();
    home.touch();
  });
  live.onChange(warnIfOpenToAll);
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
      [label.en.name]: {
        isConnected: isConnected(),
        detail: health().state,
        troubles: troublesIn(health()),
      },
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
    // Nobody waits for what Slack does not take now.
    const late = setTimeout(() => budget.close(), CLOSE_WITHIN_MS);
    live.close();
    stopTidying();
    await begun;
    await sockets?.stop();
    await Promise.all([deliverer.close(), home.close()]);
    await threads.close();
    await Promise.race([updates.settled(), sleep(CLOSE_WITHIN_MS, undefined, { ref: false })]);
    clearTimeout(late);
    budget.close();
    seen.close();
  }

  function warnIfOpenToAll() {
    const { what, todo } = OPEN_TO_ALL[parts.locale];
    if (isOpenToAll(config)) onWarning(`${what} ${todo}`);
  }

  /** Slack may be unreachable when the hub starts; the other surfaces do not wait for it. */
  async function begin(asks: AskFeed) {
    warnIfOpenToAll();
    const { user_id: botUserId = "", bot_id: botId = "", ...us } = await whoAmI();
    if (leaving.signal.aborted) return;
    own = { botId, botUserId };
    botName = us.user ?? botName;
    teamId = us.team_id ?? teamId;
    const workspace = {
      teamId,
      enterpriseId: us.enterprise_id ?? "",
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
      clientOptions: clientOptions({ apiUrl: tokens.apiUrl, logger }),
      logger,
    });
    const listener = createListener({
      ...{ app, actions, cards, threads, forms, people, seen, botUserId, onWarning },
      known: deliverer.known,
    });
    hearInvitations({ app, blocked, seen, botUserId });
    await deliverer.start(asks);
    await threads.start();
    const { appId } = workspace;
    await home.start(app, { botUserId, appId, teamId, workspaceUrl: us.url ?? "" }, asks);
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

  /** The message that somebody clicks on is the one they look at. */
  function attentive(given: Actions): Actions {
    return {
      ...given,
      click(click) {
        if (click.channel !== undefined && click.ts !== undefined)
          updates.attend(click.channel, click.ts);
        return click.actionId === STOP_ACTION ? stopAgent(click) : given.click(click);
      },
    };
  }

  function isConnected(): boolean {
    return health().state === "connected";
  }

  function health(): SlackHealth {
    const more = {
      blocked: blocked.all(),
      waitsForRestart: live.waiting(),
      ...(live.problem() !== null && { problem: live.problem() ?? "" }),
      botName,
      budget: budget.state(),
    };
    if (sockets !== null) return { transport: "socket", ...sockets.health(), ...more };
    const state = isReady ? ("connected" as const) : ("connecting" as const);
    return { transport: "http", state, since: openedAt, ...more };
  }

  /** A message that can no longer be changed stays as it is. */
  async function sendUpdate({ channel, ts, lane, message }: Update) {
    try {
      await budget.run({ method: "chat.update", channel, lane }, async () => {
        const next = message();
        if (next !== null) await direct.chat.update({ channel, ts, ...next });
      });
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
  // The workspace is being moved, or the app's token is not: the next one shows what this could not.
  ...["org_login_required", "team_added_to_org", "ekm_access_denied", "invalid_auth"],
  ...["not_authed", "account_inactive", "token_revoked", "token_expired"],
]);

function tidyDaily(uploads: Uploads, clock: Clock): () => void {
  let cancel = () => {};
  tidy();
  return () => cancel();

  function tidy() {
    uploads.cleanUp().catch(() => undefined);
    cancel = clock.after(TIDY_EVERY_MS, tidy);
  }
}

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
