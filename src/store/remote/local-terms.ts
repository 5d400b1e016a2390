/**
 * Asks in the terms of this machine and in those of the hub: whose process it is, and by whose clock.
 * Process ids mean nothing elsewhere, and two containers may have one host name, so a process goes
 * out with the name of its place.
 */
import type { Ask, ProcessIdentity } from "../../core/ask/ask.ts";
import type { Amendment } from "../ask-store.ts";

export interface Terms {
  /** Names this machine and state folder, among all that talk to the hub. */
  place: string;
  /** Milliseconds that the hub's clock is ahead. */
  offset(): number;
}

export function toHub(ask: Ask, { place }: Terms): Ask {
  return withProcesses(ask, (one) => ({ ...one, host: `${one.host}#${place}` }));
}

export function changeToHub(change: Amendment, { place }: Terms): Amendment {
  return withProcesses(change, (one) => ({ ...one, host: `${one.host}#${place}` }));
}

export function fromHub(ask: Ask, { place, offset }: Terms): Ask {
  const ended = `#${place}`;
  const own = withProcesses(ask, (one) =>
    one.host.endsWith(ended) ? { ...one, host: one.host.slice(0, -ended.length) } : one,
  );
  const ahead = offset();
  if (ahead === 0) return own;
  return {
    ...own,
    createdAt: shifted(own.createdAt, -ahead),
    expiresAt: own.expiresAt && shifted(own.expiresAt, -ahead),
  };
}

/** Milliseconds until the deadline by our clock; null without one. */
export function ttlOf({ expiresAt }: Pick<Ask, "expiresAt">, now: Date): number | null {
  return expiresAt === null ? null : Date.parse(expiresAt) - now.getTime();
}

function withProcesses<T extends Pick<Partial<Ask>, "owner" | "attachment">>(
  ask: T,
  change: <P extends ProcessIdentity>(one: P) => P,
): T {
  return {
    ...ask,
    ...(ask.owner && { owner: change(ask.owner) }),
    ...(ask.attachment && { attachment: change(ask.attachment) }),
  };
}

function shifted(moment: string, milliseconds: number): string {
  return new Date(Date.parse(moment) + milliseconds).toISOString();
}
