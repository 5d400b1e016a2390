/** Finds the ask for an id that a person typed, whole or shortened, in upper or lower case. */
import type { Ask } from "../core/ask/ask.ts";
import { type AsklineError, AskNotFound } from "../core/ask/errors.ts";
import { safeLine } from "../core/safety/safe-text.ts";
import type { Desk } from "../desk/desk.ts";
import { shortId } from "./describe.ts";
import { CommandError, UsageError } from "./failure.ts";

export class AmbiguousId extends CommandError {
  readonly code = "ambiguous_id";
  constructor(given: string, asks: Ask[]) {
    const names = asks.slice(0, 5).map(nameOf).join(", ");
    super((usage) => usage.ambiguousId(given, asks.length, names));
  }
}

class AskNotFoundHere extends CommandError {
  readonly code = "not_found";
  constructor(given: string, alike: Ask[], open: number) {
    const nearest = nearestTo(given.toLowerCase(), alike);
    super((usage) => usage.notFound(given, { nearest: nearest && nameOf(nearest), open }));
  }
}

const WHOLE_ID_LENGTH = 36;
// A shorter text may match by accident: an answer typed in place of the id
// would settle some other ask.
const LEAST_LENGTH = 4;
const ALIKE_LENGTH = 3;

export async function findAsk(desk: Desk, typed: string): Promise<Ask> {
  const given = typed.trim();
  if (given.length < LEAST_LENGTH)
    throw new UsageError((usage) => usage.idTooShort(given, LEAST_LENGTH));
  const id = given.toLowerCase();
  if (id.length === WHOLE_ID_LENGTH) {
    const exact = (await loaded(desk, given)) ?? (given === id ? null : await loaded(desk, id));
    if (exact !== null) return exact;
  }
  const damaged: AsklineError[] = [];
  const [only, ...others] = await desk.find({
    idPrefix: id,
    onDamaged: (_, error) => damaged.push(error),
  });
  if (only === undefined) throw damaged[0] ?? (await notFoundHere(desk, given, id));
  if (others.length > 0) throw new AmbiguousId(given, [only, ...others]);
  return only;
}

async function notFoundHere(desk: Desk, given: string, id: string) {
  const idPrefix = id.slice(0, ALIKE_LENGTH);
  const alike = await desk.find({ status: "pending", idPrefix });
  const open = await desk.count({ status: "pending" }, Number.MAX_SAFE_INTEGER);
  return new AskNotFoundHere(given, alike, open);
}

async function loaded(desk: Desk, id: string): Promise<Ask | null> {
  return desk
    .load(id)
    .catch((error) => (error instanceof AskNotFound ? null : Promise.reject(error)));
}

function nearestTo(id: string, asks: Ask[]): Ask | undefined {
  const shared = (ask: Ask) => sharedStart(ask.id.toLowerCase(), id);
  return asks.sort((one, other) => shared(other) - shared(one))[0];
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function nameOf(ask: Ask): string {
  return `${shortId(ask)} (${safeLine(ask.questions[0]?.title ?? "")})`;
}
