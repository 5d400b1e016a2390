/**
 * Reads a sessions folder for callers that do not watch it. What cannot change any more is
 * remembered, so a second look reads little.
 */
import { join } from "node:path";
import type { Ask } from "../../core/ask/ask.ts";
import {
  type AskFilter,
  type Facts,
  factsOf,
  fits,
  hasPrefix,
  isByStatusAlone,
  isOf,
} from "../ask-filter.ts";
import { byPlace, cursorOf, inOrder, type Place, placeFrom, placeOf } from "../ask-order.ts";
import type { AskPage, PageQuery, Timed } from "../ask-store.ts";
import type { Disk } from "../machine.ts";
import { nearestOf, pageOf } from "./pages.ts";
import {
  attempt,
  peekStatus,
  readIfPending,
  readQuickly,
  saysSettled,
  statusFrom,
} from "./read-session.ts";
import type { Seals } from "./seals.ts";
import { ANSWERS, listSessionIds } from "./session-directory.ts";

export interface FolderScan {
  /** In no order. `onUnread` hears why an ask is left out. */
  all(filter: AskFilter, onUnread?: (error: unknown) => void): Promise<Ask[]>;
  page(query: PageQuery): Promise<AskPage>;
  count(filter: AskFilter, cap: number): Promise<number>;
  nextDue(most: number): Promise<Timed[]>;
  /** Open asks among the folders that changed last; the others are not read. */
  glance(most: number): Ask[];
}

const SESSIONS_BETWEEN_BREATHS = 500;
// New sessions are the likeliest to be open; if they are not, a glance must still be quick.
const LOOKS_PER_GLANCE = 4;

export function createFolderScan(parts: {
  directory: string;
  disk: Disk;
  load: (id: string) => Promise<Ask>;
  seals?: Seals | undefined;
}): FolderScan {
  const { directory, disk, load, seals } = parts;
  // A settled session stays settled, so listing the open ones need not read it twice.
  const settledIds = new Set<string>();
  // Who asked, and when, is written once.
  const facts = new Map<string, Facts>();
  const createdAt = new Map<string, string>();
  const settledAt = new Map<string, string>();
  return { all, page, count, nextDue, glance };

  async function all(filter: AskFilter, onUnread?: (error: unknown) => void): Promise<Ask[]> {
    const asks: Ask[] = [];
    const odd: string[] = [];
    const isNarrow = !isByStatusAlone(filter);
    await forEachCalmly(idsFor(filter), (id) => {
      const known = facts.get(id);
      if (isKnownSettled(id, filter) || (known !== undefined && !isOf(known, filter))) return;
      const written = peek(id);
      // Most sessions are settled; their raw status is enough to leave them out.
      if (filter.status === "pending" && isKnownSettled(id, filter)) return;
      if (isBefore(settlementIn(written), filter)) return;
      const ask = attempt(() => readQuickly(pathOf(id), disk, statusFrom(written), seals));
      if (ask === null) return void odd.push(id);
      if (isNarrow) facts.set(id, factsOf(ask));
      if (fits(ask, filter)) asks.push(ask);
    });
    for (const id of odd) {
      const ask = await loaded(id, onUnread);
      if (ask !== null && fits(ask, filter)) asks.push(ask);
    }
    return asks;
  }

  async function page(query: PageQuery): Promise<AskPage> {
    const { after, limit, order = "created", ...filter } = query;
    const from = after === undefined ? undefined : placeFrom(after);
    if (isByStatusAlone(filter)) {
      if (order === "created" && filter.status === "pending")
        return pageOfPlaces(await placesOfOpen(), from, limit, (ask) => ask.outcome === null);
      if (order === "settled" && filter.status !== "pending")
        return pageOfPlaces(await placesOfSettled(), from, limit, (ask) => ask.outcome !== null);
    }
    const found = await all(order === "settled" ? { ...filter, status: "settled" } : filter);
    const left = found.filter((ask) => isBehind(placeOf(ask, order), from));
    return pageOf(inOrder(left, order), query);
  }

  /** One small file of each session tells its place; only the page itself is read whole. */
  async function pageOfPlaces(
    places: Place[],
    from: Place | undefined,
    limit: number,
    isWanted: (ask: Ask) => boolean,
  ): Promise<AskPage> {
    const left = places.filter((place) => isBehind(place, from)).sort(byPlace);
    const asks: Ask[] = [];
    let last: Place | undefined;
    for (const place of left) {
      if (last !== undefined && asks.length >= limit) return { asks, next: cursorOf(last) };
      const quick = attempt(() => readQuickly(pathOf(place.id), disk, undefined, seals));
      const ask = quick ?? (await loaded(place.id));
      if (ask !== null && ask.outcome !== null) settledIds.add(place.id);
      if (ask === null || !isWanted(ask)) continue;
      asks.push(ask);
      last = place;
    }
    return { asks, next: null };
  }

  async function placesOfOpen(): Promise<Place[]> {
    const places: Place[] = [];
    await forEachCalmly(listSessionIds(directory, disk), (id) => {
      if (settledIds.has(id)) return;
      if (!createdAt.has(id)) peek(id);
      if (!settledIds.has(id)) places.push({ at: createdAt.get(id) ?? "", id });
    });
    return places;
  }

  /**
   * Of what we settled, status.json tells the moment. What other programs settled is read whole, and
   * so is what may be settled although its status does not say so yet.
   */
  async function placesOfSettled(): Promise<Place[]> {
    const places: Place[] = [];
    const odd: string[] = [];
    await forEachCalmly(listSessionIds(directory, disk), (id) => {
      const at = settledAt.get(id) ?? settlementIn(peek(id));
      if (at !== null) settledAt.set(id, at);
      if (at !== null) places.push({ at, id });
      else if (settledIds.has(id) || disk.existsSync(join(pathOf(id), ANSWERS))) odd.push(id);
    });
    for (const id of odd) {
      const ask = await loaded(id);
      if (ask !== null && ask.outcome !== null) places.push(placeOf(ask, "settled"));
    }
    return places;
  }

  async function count(filter: AskFilter, cap: number): Promise<number> {
    if (filter.status === "settled" && isByStatusAlone(filter))
      return Math.min((await placesOfSettled()).length, cap);
    if (filter.status !== "pending" || !isByStatusAlone(filter))
      return Math.min((await all(filter)).length, cap);
    let found = 0;
    for (const [position, id] of listSessionIds(directory, disk).entries()) {
      if (found === cap) break;
      if (!settledIds.has(id) && (await isOpen(id))) found += 1;
      if (isTimeToBreathe(position)) await nextRound();
    }
    return found;
  }

  /** Only where there are answers as well does it take more than the status to know. */
  async function isOpen(id: string): Promise<boolean> {
    const written = peek(id);
    if (settledIds.has(id)) return false;
    const path = pathOf(id);
    const isPlain = attempt(() => statusFrom(written)) !== null;
    if (isPlain && !disk.existsSync(join(path, ANSWERS))) return true;
    return (await loaded(id))?.outcome === null;
  }

  async function nextDue(most: number): Promise<Timed[]> {
    return nearestOf(await all({ status: "pending" }), most);
  }

  /** The raw status of a session; what it says for good is remembered. */
  function peek(id: string): unknown {
    const written = attempt(() => peekStatus(pathOf(id), disk));
    if (saysSettled(written)) settledIds.add(id);
    const { createdAt: at } = (written ?? {}) as { createdAt?: unknown };
    if (typeof at === "string") createdAt.set(id, at);
    return written;
  }

  async function loaded(id: string, onUnread?: (error: unknown) => void): Promise<Ask | null> {
    return load(id).catch((error: unknown) => {
      onUnread?.(error);
      return null;
    });
  }

  function isKnownSettled(id: string, { status }: AskFilter): boolean {
    return status === "pending" && settledIds.has(id);
  }

  function idsFor({ idPrefix }: AskFilter): string[] {
    return listSessionIds(directory, disk).filter((id) => hasPrefix(id, idPrefix));
  }

  function pathOf(id: string): string {
    return join(directory, id);
  }

  function glance(most: number): Ask[] {
    const asks: Ask[] = [];
    for (const id of lastChangedFirst(directory, disk).slice(0, most * LOOKS_PER_GLANCE)) {
      if (asks.length === most) break;
      const ask = attempt(() => readIfPending(join(directory, id), disk));
      if (ask !== null) asks.push(ask);
    }
    return asks;
  }
}

/** When a session was settled, by its raw status.json; null where that does not say it. */
function settlementIn(written: unknown): string | null {
  const { provenance } = (written ?? {}) as { provenance?: { at?: unknown } };
  return saysSettled(written) && typeof provenance?.at === "string" ? provenance.at : null;
}

function isBefore(at: string | null, { settledSince }: AskFilter): boolean {
  return at !== null && settledSince !== undefined && at < settledSince;
}

function isBehind(place: Place, from: Place | undefined): boolean {
  return from === undefined || byPlace(from, place) < 0;
}

/** Lets other work run now and then, so that a large folder does not block the process. */
export async function forEachCalmly(ids: string[], visit: (id: string) => void) {
  for (const [position, id] of ids.entries()) {
    visit(id);
    if (isTimeToBreathe(position)) await nextRound();
  }
}

function isTimeToBreathe(position: number): boolean {
  return position % SESSIONS_BETWEEN_BREATHS === SESSIONS_BETWEEN_BREATHS - 1;
}

function lastChangedFirst(directory: string, disk: Disk): string[] {
  return listSessionIds(directory, disk)
    .map((id) => ({ id, at: attempt(() => disk.lstatSync(join(directory, id)).mtimeMs) ?? 0 }))
    .sort((one, other) => other.at - one.at)
    .map(({ id }) => id);
}

function nextRound(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
