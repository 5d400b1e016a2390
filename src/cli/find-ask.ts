/** The ask a person means by an id they typed, whole or shortened. */
import type { Ask } from "../core/ask.ts";
import { AsklineError, AskNotFound } from "../core/errors.ts";
import { safeLine } from "../core/safe-text.ts";
import type { Desk } from "../desk/desk.ts";
import { shortId } from "./describe.ts";

export class AmbiguousId extends AsklineError {
  readonly code = "ambiguous_id";
  readonly suggestion: string;
  constructor(given: string, asks: Ask[]) {
    super(`"${given}" could be ${asks.length} asks.`);
    this.suggestion = `Type more of the id: ${asks.slice(0, 5).map(nameOf).join(", ")}.`;
  }
}

class AskNotFoundHere extends AskNotFound {
  override readonly suggestion: string;
  constructor(given: string, nearest: Ask | undefined) {
    super(given);
    this.suggestion =
      nearest === undefined
        ? "Nothing is open. Run `askline list --all` to see settled asks."
        : `Did you mean ${nameOf(nearest)}? Run \`askline list\` to see what is open.`;
  }
}

const WHOLE_ID_LENGTH = 36;

export async function findAsk(desk: Desk, given: string): Promise<Ask> {
  const id = given.trim().toLowerCase();
  if (id.length === WHOLE_ID_LENGTH) {
    const ask = await desk.load(id).catch((error) => (error instanceof AskNotFound ? null : Promise.reject(error)));
    if (ask !== null) return ask;
  }
  const asks = await desk.list();
  const matching = id.length < WHOLE_ID_LENGTH ? asks.filter((ask) => ask.id.startsWith(id) && id !== "") : [];
  const [only, another] = matching;
  if (only !== undefined && another === undefined) return only;
  if (only !== undefined) throw new AmbiguousId(given, matching);
  throw new AskNotFoundHere(given, nearestTo(id, asks));
}

function nearestTo(id: string, asks: Ask[]): Ask | undefined {
  const open = asks.filter((ask) => ask.outcome === null);
  return open.sort((one, other) => sharedStart(other.id, id) - sharedStart(one.id, id))[0];
}

function sharedStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function nameOf(ask: Ask): string {
  return `${shortId(ask)} (${safeLine(ask.questions[0]?.title ?? "")})`;
}
