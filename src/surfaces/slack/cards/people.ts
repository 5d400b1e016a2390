/** The people in Slack: who may answer, their names, and their languages. */
import type { webApi } from "@slack/bolt";
import type { Ask } from "../../../core/ask/ask.ts";
import { type Locale, localeFrom } from "../../../core/locale.ts";
import { ANYONE, type SlackConfig } from "../setup/config.ts";
import { peopleFor } from "./routing.ts";

export interface People {
  /**
   * Whether this person may answer the ask, or talk to agents if none is given. Someone whose
   * account was deactivated may not; guests and people of other workspaces only if they are named.
   * Slack is asked anew each time: who decides has to be there now, not a minute ago.
   */
  isAllowed(userId: string, ask?: Ask): Promise<boolean>;
  /** The same for what is only shown, as far as it was known within the last minute. */
  maySee(userId: string, ask?: Ask): Promise<boolean>;
  /**
   * The person's display name and locale. Slack is asked once per person; a guess stands in if its
   * answer is missing or comes later than `withinMs`, which suits a window unless given.
   */
  of(userId: string, withinMs?: number): Promise<Person>;
  /** The language of a place where several people read. */
  readonly shared: Locale;
}

export interface Person {
  name: string;
  locale: Locale;
  isDeactivated?: boolean;
  /** A full member of our workspace; missing while Slack has not said who they are. */
  isMember?: boolean;
}

// A window must open within three seconds of the click; this is how long its language is worth
// waiting for.
const WORTH_WAITING_MS = 700;
// An answer may wait a little longer for Slack to say whether the account still exists.
const ACCOUNT_WITHIN_MS = 2_000;
const ACCOUNT_FRESH_MS = 60_000;

export function createPeople(
  client: webApi.WebClient,
  config: Pick<SlackConfig, "people" | "send" | "language">,
  machine: Locale,
): People {
  const known = new Map<string, Promise<Person>>();
  const askedAt = new Map<string, number>();
  const underWay = new Set<string>();
  const last = new Map<string, Person>();
  return {
    isAllowed: (userId, ask) => isKnownGood(userId, ask, 0),
    maySee: (userId, ask) => isKnownGood(userId, ask, ACCOUNT_FRESH_MS),
    of,
    get shared() {
      return shared();
    },
  };

  /** The configuration may change while the hub runs. */
  function shared(): Locale {
    return localeFrom(config.language, machine);
  }

  async function isKnownGood(userId: string, ask: Ask | undefined, freshMs: number) {
    const allowed = peopleFor(ask, config);
    const isNamed = allowed.includes(userId);
    if (!isNamed && !allowed.includes(ANYONE)) return false;
    const isFresh = Date.now() - (askedAt.get(userId) ?? 0) < freshMs;
    // Several at once share one question to Slack.
    if (!isFresh && !underWay.has(userId)) known.delete(userId);
    const { isDeactivated, isMember } = await of(userId, ACCOUNT_WITHIN_MS);
    return isDeactivated !== true && (isNamed || isMember === true);
  }

  async function of(userId: string, withinMs = WORTH_WAITING_MS): Promise<Person> {
    const asked = known.get(userId) ?? ask(userId);
    known.set(userId, asked);
    const guess = last.get(userId) ?? { name: userId, locale: shared() };
    return Promise.race([
      asked,
      new Promise<Person>((resolve) => setTimeout(resolve, withinMs, guess).unref()),
    ]);
  }

  async function ask(userId: string): Promise<Person> {
    askedAt.set(userId, Date.now());
    underWay.add(userId);
    try {
      const { user } = await client.users.info({ user: userId, include_locale: true });
      const name = user?.profile?.display_name || user?.real_name || user?.name || userId;
      const person = {
        name,
        locale: localeFrom(user?.locale, shared()),
        isDeactivated: user?.deleted === true,
        isMember: isMember(user),
      };
      last.set(userId, person);
      return person;
    } catch {
      known.delete(userId);
      return last.get(userId) ?? { name: userId, locale: shared() };
    } finally {
      underWay.delete(userId);
    }
  }
}

/** Guests, people of other workspaces in a shared channel, and programs are no members. */
function isMember(user: webApi.UsersInfoResponse["user"]): boolean {
  if (user === undefined) return false;
  const { is_restricted, is_ultra_restricted, is_stranger, is_bot } = user;
  return !(is_restricted || is_ultra_restricted || is_stranger || is_bot);
}
