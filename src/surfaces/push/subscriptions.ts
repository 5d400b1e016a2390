/**
 * The browsers that want to be told, in a file that only its owner can read. Each belongs to the
 * credential that it was made with, and goes with that: a device that is revoked, this machine's token
 * that is changed.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { SubscribeBody } from "../../core/push/wire.ts";
import { createQueue } from "../../core/queue.ts";
import { readJsonOnce, writeJson } from "../../store/file/durable-file.ts";
import { secretExposure } from "../../store/file/private-file.ts";

export const Subscription = SubscribeBody.extend({
  id: z.string(),
  /** The id of a device, or `page` and a seal of this machine's token. */
  owner: z.string(),
  createdAt: z.string(),
  /** The open asks that it was told of. */
  told: z.array(z.string()),
  lastSentAt: z.string().nullable(),
  /** What went wrong with the last push, in English. */
  trouble: z.string().nullable(),
});
export type Subscription = z.infer<typeof Subscription>;

const File = z.object({ subscriptions: z.array(Subscription) });

export interface Subscriptions {
  /** Those whose credential is still good. */
  all(): Subscription[];
  /** The same browser again keeps its id and what it was told of. */
  put(body: SubscribeBody, owner: string): Promise<Subscription>;
  change(id: string, change: (before: Subscription) => Partial<Subscription>): Promise<void>;
  remove(id: string): Promise<void>;
  idle(): Promise<void>;
}

// More browsers than a person has. The oldest go first.
const MOST = 50;

export interface SubscriptionParts {
  path: string;
  isGood(owner: string): boolean;
  onWarning(message: string): void;
}

/** The hub is the only writer, so what it has in memory is what there is. */
export function openSubscriptions({ path, isGood, onWarning }: SubscriptionParts): Subscriptions {
  const inTurn = createQueue();
  let known = readSubscriptions(path);
  return { all, put, change, remove, idle: inTurn.idle };

  function all() {
    const good = known.filter(({ owner }) => isGood(owner));
    if (good.length < known.length) void keep(good).catch(warn);
    return known;
  }

  async function put(body: SubscribeBody, owner: string): Promise<Subscription> {
    const before = known.find(({ endpoint }) => endpoint === body.endpoint);
    const subscription: Subscription = {
      id: before?.id ?? randomBytes(8).toString("hex"),
      createdAt: new Date().toISOString(),
      told: before?.told ?? [],
      ...{ lastSentAt: null, trouble: null, ...body, owner },
    };
    await keep([...known.filter((one) => one !== before), subscription].slice(-MOST));
    return subscription;
  }

  async function change(id: string, changed: (before: Subscription) => Partial<Subscription>) {
    if (known.some((one) => one.id === id))
      await keep(known.map((one) => (one.id === id ? { ...one, ...changed(one) } : one)));
  }

  async function remove(id: string) {
    await keep(known.filter((one) => one.id !== id));
  }

  async function keep(subscriptions: Subscription[]) {
    known = subscriptions;
    await inTurn(async () => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      await writeJson(path, { subscriptions: known });
    });
  }

  function warn(error: Error) {
    onWarning(`Who is told by push could not be written down: ${error.message}`);
  }
}

/** A file that others could have written names nobody. */
export function readSubscriptions(path: string): Subscription[] {
  try {
    if (secretExposure(path) !== null) return [];
    return File.safeParse(readJsonOnce(path)).data?.subscriptions ?? [];
  } catch {
    return [];
  }
}
