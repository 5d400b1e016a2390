/**
 * Publishes the Home tab: when a person opens it, and again while they may be looking at it, as
 * questions come and go. Slack counts these calls for all people together, so with many people each
 * waits longer.
 */
import type { types, webApi } from "@slack/bolt";
import type { Ask } from "../../../core/ask/ask.ts";
import type { Clock } from "../../../store/clock.ts";
import type { People } from "../cards/people.ts";
import { type HomeFacts, homeView, strangersView } from "./home-view.ts";
import type { ReadInbox } from "./inbox-facts.ts";

export interface HomeTab {
  /** The person opened it, or did something there. */
  show(userId: string): Promise<void>;
  /** Something that may stand there has changed. */
  touch(): void;
  close(): void;
}

export interface HomeTabParts {
  client: webApi.WebClient;
  inbox: ReadInbox;
  people: Pick<People, "of" | "isAllowed" | "maySee">;
  isNamed: (userId: string) => boolean;
  workspaceUrl: () => string;
  /** The address of an ask's page, without a code; null if there is none to give. */
  pageOf: (ask: Ask) => string | null;
  clock: Clock;
  onWarning: (message: string) => void;
}

interface Opened {
  at: number;
  shown: string;
}

// Slack tells nobody that a tab was left.
const MAY_LOOK_MS = 60 * 60_000;
const MOST_PEOPLE = 50;
const GAP_MS = 1_000;

export function createHomeTab(parts: HomeTabParts): HomeTab {
  const { client, inbox, people, isNamed, workspaceUrl, pageOf, clock, onWarning } = parts;
  const opened = new Map<string, Opened>();
  let isTouched = false;
  let isBusy = false;
  let isClosed = false;
  let stopPause = () => {};
  return {
    show,
    touch,
    close() {
      isClosed = true;
      stopPause();
    },
  };

  async function show(userId: string) {
    opened.delete(userId);
    opened.set(userId, { at: clock.now().getTime(), shown: "" });
    const [oldest = ""] = opened.keys();
    if (opened.size > MOST_PEOPLE) opened.delete(oldest);
    // What is remembered of somebody who comes back may be out of date.
    await people.isAllowed(userId);
    await publish(userId);
  }

  /** The first change is shown at once, and what comes soon after it together. */
  function touch() {
    isTouched = true;
    if (!isBusy && !isClosed) void showAll();
  }

  async function showAll() {
    isBusy = true;
    isTouched = false;
    const since = clock.now().getTime() - MAY_LOOK_MS;
    for (const [userId, { at }] of opened) if (at < since) opened.delete(userId);
    for (const userId of [...opened.keys()]) await publish(userId);
    if (isClosed) return;
    stopPause = clock.after(GAP_MS * opened.size, () => {
      isBusy = false;
      if (isTouched) touch();
    });
  }

  async function publish(userId: string) {
    if (isClosed) return;
    try {
      const view = await viewFor(userId);
      const content = JSON.stringify(view);
      const one = opened.get(userId);
      if (one?.shown === content) return;
      await client.views.publish({ user_id: userId, view });
      if (one !== undefined) one.shown = content;
    } catch (error) {
      onWarning(`The Home tab of ${userId} lags behind: ${(error as Error).message}`);
    }
  }

  async function viewFor(userId: string): Promise<types.HomeView> {
    const { locale } = await people.of(userId);
    const all = await inbox.all(userId);
    // A rule may let somebody answer its asks who may do nothing else.
    if (!(await people.maySee(userId)) && all.asks.length === 0)
      return strangersView(userId, locale);
    const facts: HomeFacts = {
      ...all,
      ...{
        locale,
        workspaceUrl: workspaceUrl(),
        pageOf,
        isNamed: isNamed(userId),
        now: clock.now(),
      },
    };
    return homeView(facts);
  }
}
