/** The people in Slack: who may answer, what they are called, and which language they read. */
import type { webApi } from "@slack/bolt";
import { type Locale, localeFrom } from "../../../core/locale.ts";
import type { SlackConfig } from "../setup/config.ts";

export interface People {
  isAllowed(userId: string): boolean;
  /** Their name for others to read, and their language. Slack is asked once; until it answers, or if it does not, a guess. */
  of(userId: string): Promise<Person>;
  /** The language of a place where several people read. */
  readonly shared: Locale;
}

export interface Person {
  name: string;
  locale: Locale;
}

// A window must be opened within three seconds of the click, and its language is worth only some of that.
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

  async function of(userId: string): Promise<Person> {
    const asked = known.get(userId) ?? ask(userId);
    known.set(userId, asked);
    const guess = { name: userId, locale: shared };
    return Promise.race([
      asked,
      new Promise<Person>((resolve) => setTimeout(resolve, WORTH_WAITING_MS, guess).unref()),
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
