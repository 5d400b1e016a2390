/**
 * What this machine keeps for a hub: each ask that was put here, until its outcome was delivered, and
 * each decision that the hub has not heard of yet. One file each, on the disk before anybody is told.
 *
 * An ask has one home at a time. `local`: the hub has never heard of it, so it is settled here, and
 * goes out as it is then. `handing_over`: it was sent, and nobody knows whether it arrived; what is
 * decided from now on goes to the hub. `hub`: the hub has it, and a copy stays here. An ask of
 * somebody else has none; only a decision on it is kept.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Ask, isSettled, type Outcome } from "../../core/ask/ask.ts";
import { writeJson } from "../file/durable-file.ts";

export interface Kept {
  id: string;
  home: "local" | "handing_over" | "hub" | "elsewhere";
  ask: Ask;
  /** The run of the hub that acknowledged it. */
  run?: string | undefined;
  /** A decision that is still to be sent, under the key of its first try. */
  decision?: { outcome: Outcome; key: string } | undefined;
  /** Why the hub did not take it. It is kept all the same. */
  refused?: string | undefined;
  /** The hub would refuse it each time, so it is sent again only when the person asks for that. */
  isRefusedForGood?: true | undefined;
}

export interface KeptFiles {
  read(id: string): Kept | null;
  write(kept: Kept): Promise<void>;
  /** At once, for a change that has to be made under the lock of something else. */
  writeNow(kept: Kept): void;
  remove(id: string): void;
  list(): Kept[];
  isEmpty(): boolean;
}

export function openKept(directory: string): KeptFiles {
  const folder = join(directory, "kept");
  const pathOf = (id: string) => join(folder, `${id}.json`);
  return { read, write, writeNow, remove, list, isEmpty: () => names().length === 0 };

  function read(id: string): Kept | null {
    if (!/^[0-9a-f-]{36}$/i.test(id)) return null;
    try {
      return JSON.parse(readFileSync(pathOf(id), "utf8")) as Kept;
    } catch {
      return null;
    }
  }

  async function write(kept: Kept) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await writeJson(pathOf(kept.id), kept);
  }

  function writeNow(one: Kept) {
    const aside = join(folder, `.${one.id}.${process.pid}`);
    writeFileSync(aside, JSON.stringify(one), { mode: 0o600 });
    renameSync(aside, pathOf(one.id));
  }

  function remove(id: string) {
    rmSync(pathOf(id), { force: true });
  }

  function list(): Kept[] {
    return names().flatMap((name) => read(name.slice(0, -".json".length)) ?? []);
  }

  function names(): string[] {
    try {
      return readdirSync(folder).filter((name) => name.endsWith(".json"));
    } catch {
      return [];
    }
  }
}

/** Whether the hub has something to hear of. */
export function isToSend({ home, decision }: Kept): boolean {
  return home === "local" || home === "handing_over" || decision !== undefined;
}

/** Whether it goes out by itself. */
export function isToTry(one: Kept): boolean {
  return isToSend(one) && one.isRefusedForGood !== true;
}

/** The ask as this machine knows it. A decision that nobody acknowledged is none yet. */
export function knownOf({ ask, decision }: Kept): Ask {
  const isOver = decision !== undefined && decision.outcome.provenance.by !== "person";
  return !isSettled(ask) && isOver ? { ...ask, outcome: decision.outcome } : ask;
}
