/**
 * Seals: keyed hashes over decisions, which tell our own writing from other programs'. The key is
 * in the state folder, readable by its account alone. A program of the same account can read it
 * too, so a seal proves nothing against such a program.
 */
import { dirname } from "node:path";
import type { Ask, Outcome } from "../../core/ask/ask.ts";
import { type Decision, isDecision, sealedText } from "../../core/ask/sealed-text.ts";
import { type Machine, thisMachine } from "../machine.ts";
import { FileExists, makeFolder, writeJson } from "./durable-file.ts";
import type { SessionFiles } from "./session-schema.ts";

export const SEAL_KEY = "seal-key.json";

export interface Seals {
  /**
   * Makes the key where there is none, so that decisions are judged from this moment on. Never
   * fails: without a key nothing is sealed, and nobody is accused.
   */
  prepare(since: string): Promise<void>;
  /** The seal of a decision; undefined for any other outcome, and where there is no key. */
  seal(ask: Ask, outcome: Outcome): string | undefined;
  /** Null where it cannot be told: no key, a record from before the key, or no decision. */
  check(ask: Ask, outcome: Outcome, seal: string | undefined): boolean | null;
  /**
   * A keyed hash of a part that is not shown, so that what is approved with it is approved with that
   * part alone. Undefined where there is no key.
   */
  fingerprint(part: string): string | undefined;
}

/** A key, wherever it is kept. */
export interface SealKey {
  readonly key: string;
  /** Decisions before this moment have no seal. */
  readonly since: string;
}

export function openSeals(path: string, machine: Machine = thisMachine): Seals {
  const { disk } = machine;
  return { ...sealsWith(readKey), prepare };

  async function prepare(since: string) {
    if (disk.existsSync(path)) return;
    try {
      makeFolder(dirname(path), disk);
      const key = randomKey();
      await writeJson(path, { key, since } satisfies SealKey, { exclusive: true }, machine);
    } catch (error) {
      // Another process made it first, or nothing can be written here.
      if (!(error instanceof FileExists)) return;
    }
  }

  function readKey(): SealKey | null {
    try {
      const { key, since } = JSON.parse(disk.readFileSync(path, "utf8")) as Partial<SealKey>;
      return typeof key === "string" && key !== "" && typeof since === "string"
        ? { key, since }
        : null;
    } catch {
      return null;
    }
  }
}

/** Seals with a key that is there already; null while there is none. */
export function sealsWith(readKey: () => SealKey | null): Seals {
  let known: SealKey | null = null;
  return { prepare: async () => undefined, seal, check, fingerprint };

  function seal(ask: Ask, outcome: Outcome): string | undefined {
    // What comes from another store and was not sealed there is not sealed by being written here.
    if (!isDecision(outcome) || ask.sealed === false || ask.sealed === null) return undefined;
    // Read anew each time: the file may have been replaced since.
    known = readKey();
    return known === null ? undefined : hashOf(known, sealedText(ask, outcome));
  }

  function check(ask: Ask, outcome: Outcome, given: string | undefined): boolean | null {
    if (!isDecision(outcome)) return null;
    known ??= readKey();
    if (known === null) return null;
    if (given !== undefined && isSealedWith(known, ask, outcome, given)) return true;
    known = readKey();
    if (known === null) return null;
    if (given !== undefined && isSealedWith(known, ask, outcome, given)) return true;
    // Both moments count: whoever writes the decision by hand chooses its time freely.
    const isOlder = ask.createdAt < known.since && outcome.provenance.at < known.since;
    return isOlder ? null : false;
  }

  function fingerprint(part: string): string | undefined {
    known ??= readKey();
    return known === null ? undefined : hashOf(known, `hidden\0${part}`);
  }
}

/** The ask with what its seal says: unchanged while it is open, and where nobody looks at seals. */
export function judged(ask: Ask, { status, answers }: SessionFiles, seals?: Seals): Ask {
  if (seals === undefined || ask.outcome === null) return ask;
  // The seal stands beside the provenance that counts: see outcomeFrom in session-format.ts.
  const { seal } = ask.outcome.status === "completed" ? (answers ?? status) : status;
  return { ...ask, sealed: seals.check(ask, ask.outcome, seal) };
}

/** Reads seals and makes none: for programs that decide through the library. */
export function readSeals(path: string): Seals {
  return onlyReading(openSeals(path));
}

export function onlyReading(seals: Seals): Seals {
  return { ...seals, prepare: async () => undefined, seal: () => undefined };
}

function isSealedWith(key: SealKey, ask: Ask, outcome: Decision, seal: string): boolean {
  return hashOf(key, sealedText(ask, outcome)) === seal;
}

// Loaded only when something was decided or hidden: most commands start without it.
const crypto = () => process.getBuiltinModule("node:crypto");

function hashOf({ key }: SealKey, text: string): string {
  return crypto().createHmac("sha256", key).update(text).digest("base64url");
}

export function randomKey(): string {
  return crypto().randomBytes(32).toString("base64url");
}
