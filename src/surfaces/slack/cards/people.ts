/** The people in Slack: who may answer, their names, and their languages. */
import type { webApi } from "@slack/bolt";
import { type Locale, localeFrom } from "../../../core/locale.ts";
import type { SlackConfig } from "../setup/config.ts";

export interface People {
  isAllowed(userId: string): boolean;
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
}

// A window must open within three seconds of the click; this is how long its language is worth
// waiting for.
const WORTH_WAITING_MS = 700;

export function createPeople(
  client: webApi.WebClient,
  { people, language }: SlackConfig,
  machine: Locale,
): People {
  const known = new Map<string, Promise<Person>>();
  const shared = localeFrom(language, machine);
  return { isAllowed, of, shared };

  function isAllowed(userId: string): boolean {
    return people === "anyone" || people.includes(userId);
  }

  async function of(userId: string, withinMs = WORTH_WAITING_MS): Promise<Person> {
    const asked = known.get(userId) ?? ask(userId);
    known.set(userId, asked);
    const guess = { name: userId, locale: shared };
    return Promise.race([
      asked,
      new Promise<Person>((resolve) => setTimeout(resolve, withinMs, guess).unref()),
    ]);
  }

  async function ask(userId: string): Promise<Person> {
    try {
      const { user } = await client.users.info({ user: userId, include_locale: true });
      const name = user?.profile?.display_name || user?.real_name || user?.name || userId;
      return { name, locale: localeFrom(user?.locale, shared) };
    } catch {
      known.delete(userId);
      return { name: userId, locale: shared };
    }
  }
}
