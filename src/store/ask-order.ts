/** The two orders of asks, and cursors that name a place in them however many asks come or go. */
import type { Ask } from "../core/ask/ask.ts";
import { AsklineError } from "../core/ask/errors.ts";
import { settledAt } from "./ask-filter.ts";

/** `created`: newest first. `settled`: the last settled first. Equal moments: the greater id. */
export type AskOrder = "created" | "settled";

/** A place in an order: a moment and an id. */
export interface Place {
  readonly at: string;
  readonly id: string;
}

export function placeOf(ask: Ask, order: AskOrder): Place {
  return { at: order === "settled" ? settledAt(ask) : ask.createdAt, id: ask.id };
}

/** Negative if `one` comes first. */
export function byPlace(one: Place, other: Place): number {
  if (one.at !== other.at) return one.at < other.at ? 1 : -1;
  return Number(one.id < other.id) - Number(one.id > other.id);
}

export function inOrder(asks: Ask[], order: AskOrder = "created"): Ask[] {
  return asks.sort((one, other) => byPlace(placeOf(one, order), placeOf(other, order)));
}

export function cursorOf({ at, id }: Place): string {
  return Buffer.from(JSON.stringify([at, id])).toString("base64url");
}

/** Throws InvalidCursor: a cursor may come out of an address that somebody typed. */
export function placeFrom(cursor: string): Place {
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (typeof at === "string" && typeof id === "string") return { at, id };
  } catch {
    // Told below, like a cursor of the wrong shape.
  }
  throw new InvalidCursor();
}

export class InvalidCursor extends AsklineError {
  readonly code = "invalid_cursor";
  readonly suggestion = "Begin again with the first page.";
  constructor() {
    super("This is no place in a list.");
  }
}
