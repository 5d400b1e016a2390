/**
 * Who has which question before their eyes now: the pages that show it and are in sight. Nothing of
 * it is kept; it is known from the live connections alone.
 */
import type { Looker } from "./wire.ts";

interface Page {
  askId: string;
  /** Names a browser, so that nobody is shown their own other tab. */
  browser: string;
  name: string;
  isInSight: boolean;
}

export interface Looking<Connection> {
  come(connection: Connection, page: Omit<Page, "isInSight">): void;
  /** Its window came to the front or went away. */
  turn(connection: Connection, isInSight: boolean): void;
  go(connection: Connection): void;
}

/** `tell` hears for each page of a question who else is looking, whenever that changes. */
export function createLooking<Connection>(
  tell: (connection: Connection, others: Looker[]) => void,
): Looking<Connection> {
  const pages = new Map<Connection, Page>();
  const told = new Map<Connection, string>();
  return { come, turn, go };

  function come(connection: Connection, page: Omit<Page, "isInSight">) {
    pages.set(connection, { ...page, isInSight: true });
    tellAll(page.askId);
  }

  function turn(connection: Connection, isInSight: boolean) {
    const page = pages.get(connection);
    if (page === undefined || page.isInSight === isInSight) return;
    page.isInSight = isInSight;
    tellAll(page.askId);
  }

  function go(connection: Connection) {
    const page = pages.get(connection);
    pages.delete(connection);
    told.delete(connection);
    if (page !== undefined) tellAll(page.askId);
  }

  function tellAll(askId: string) {
    for (const [connection, page] of pages) {
      if (page.askId !== askId) continue;
      const others = othersOf(page);
      const words = JSON.stringify(others);
      if (words === (told.get(connection) ?? "[]")) continue;
      told.set(connection, words);
      tell(connection, others);
    }
  }

  function othersOf({ askId, browser, name }: Page): Looker[] {
    const others = [...pages.values()].filter(
      (other) => other.askId === askId && other.isInSight && other.browser !== browser,
    );
    const names = [...new Set(others.map((other) => other.name))].sort();
    return names.map((other) => ({ name: other, isYou: other === name }));
  }
}
