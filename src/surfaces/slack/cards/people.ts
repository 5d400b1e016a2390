/** The people in Slack: who may answer, their names, and their languages. */
import type { webApi } from "@slack/bolt";
import { type Locale, localeFrom } from "../../../core/locale.ts";
import type { SlackConfig } from "../setup/config.ts";

export interface People {
  /** Whether this person may answer. Someone whose account was deactivated may not. */
  isAllowed(userId: string): Promise<boolean>;
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
}

// A window must open within three seconds of the click; this is how long its language is worth
// waiting for.
const WORTH_WAITING_MS = 700;
// An answer may wait a little longer for Slack to say whether the account still exists.
const ACCOUNT_WITHIN_MS = 2_000;
const ACCOUNT_FRESH_MS = 60_000;

export function createPeople(
  client: webApi.WebClient,
  config: Pick<SlackConfig, "people" | "language">,
  machine: Locale,
): People {
  const known = new Map<string, Promise<Person>>();
  const askedAt = new Map<string, number>();
  return {
    isAllowed,
    of,
    get shared() {
      return shared();
    },
  };

  /** The configuration may change while the hub runs. */
  function shared(): Locale {
    return localeFrom(config.language, machine);
  }

  async function isAllowed(userId: string): Promise<boolean> {
    const { people } = config;
    if (people !== "anyone" && !people.includes(userId)) return false;
    if (Date.now() - (askedAt.get(userId) ?? 0) > ACCOUNT_FRESH_MS) known.delete(userId);
    return (await of(userId, ACCOUNT_WITHIN_MS)).isDeactivated !== true;
  }

  async function of(userId: string, withinMs = WORTH_WAITING_MS): Promise<Person> {
    const asked = known.get(userId) ?? ask(userId);
    known.set(userId, asked);
    const guess: Person = { name: userId, locale: shared() };
    return Promise.race([
      asked,
      new Promise<Person>((resolve) => setTimeout(resolve, withinMs, guess).unref()),
    ]);
  }

  async function ask(userId: string): Promise<Person> {
    askedAt.set(userId, Date.now());
    try {
      const { user } = await client.users.info({ user: userId, include_locale: true });
      const name = user?.profile?.display_name || user?.real_name || user?.name || userId;
      const isDeactivated = user?.deleted === true;
      return { name, locale: localeFrom(user?.locale, shared()), isDeactivated };
    } catch {
      known.delete(userId);
      return { name: userId, locale: shared() };
    }
  }
}
