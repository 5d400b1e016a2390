/**
 * The passkeys of the people who decide here, in a file of the state folder that only its owner can
 * read. It holds public keys, and recovery codes as hashes: nothing in it can sign.
 */
import { createHash, randomInt } from "node:crypto";
import { dirname } from "node:path";
import { z } from "zod";
import { PasskeyProof } from "../../core/ask/ask.ts";
import { readJson, writeJson } from "../../store/file/durable-file.ts";
import { withLock } from "../../store/file/lock.ts";
import { thisMachine } from "../../store/machine.ts";

export const Passkey = z.object({
  /** The credential's id, as the authenticator names it. */
  id: z.string(),
  /** What its owner calls it: "Ada's phone". */
  name: z.string(),
  person: z.string(),
  /** The COSE key in base64url. */
  publicKey: z.string(),
  /** Counts the authenticator's signatures; many authenticators always say 0. */
  counter: z.int().min(0),
  transports: z.array(z.string()).optional(),
  /** The host name that it was made for: under another name the browser does not offer it. */
  host: z.string(),
  addedAt: z.string(),
  /** The signature of the earlier passkey that let this one in. */
  endorsement: PasskeyProof.optional(),
});
export type Passkey = z.infer<typeof Passkey>;

const RecoveryCode = z.object({ person: z.string(), hash: z.string() });
const PasskeyFile = z.object({
  passkeys: z.array(Passkey),
  recovery: z.array(RecoveryCode).default([]),
});
export type PasskeyFile = z.infer<typeof PasskeyFile>;

export interface Passkeys {
  readonly path: string;
  all(): Promise<Passkey[]>;
  of(person: string): Promise<Passkey[]>;
  find(id: string): Promise<Passkey | null>;
  add(passkey: Passkey): Promise<void>;
  /** By name or id. Null if there is no such passkey. */
  remove(nameOrId: string): Promise<Passkey | null>;
  noteUse(id: string, counter: number): Promise<void>;
  /** New codes in place of the old ones. They cannot be read later. */
  newRecoveryCodes(person: string): Promise<string[]>;
  /** Uses a code up. False if there is none like it. */
  takeRecoveryCode(person: string, code: string): Promise<boolean>;
  recoveryCodesLeft(person: string): Promise<number>;
}

const CODES = 8;
const CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

export function openPasskeys(path: string): Passkeys {
  return {
    path,
    all: async () => (await read()).passkeys,
    of: async (person) => (await read()).passkeys.filter((one) => one.person === person),
    find: async (id) => (await read()).passkeys.find((one) => one.id === id) ?? null,
    add: (passkey) =>
      change((file) => ({ ...file, passkeys: [...file.passkeys, passkey] })).then(() => undefined),
    remove,
    noteUse: (id, counter) =>
      change((file) => ({
        ...file,
        passkeys: file.passkeys.map((one) => (one.id === id ? { ...one, counter } : one)),
      })).then(() => undefined),
    newRecoveryCodes,
    takeRecoveryCode,
    recoveryCodesLeft: async (person) =>
      (await read()).recovery.filter((code) => code.person === person).length,
  };

  async function remove(nameOrId: string): Promise<Passkey | null> {
    let removed: Passkey | null = null;
    await change((file) => {
      removed =
        file.passkeys.find(({ id }) => id === nameOrId) ??
        file.passkeys.find(({ name }) => name === nameOrId) ??
        null;
      return { ...file, passkeys: file.passkeys.filter((one) => one !== removed) };
    });
    return removed;
  }

  async function newRecoveryCodes(person: string): Promise<string[]> {
    const codes = Array.from({ length: CODES }, newCode);
    await change((file) => ({
      ...file,
      recovery: [
        ...file.recovery.filter((code) => code.person !== person),
        ...codes.map((code) => ({ person, hash: hashOf(code) })),
      ],
    }));
    return codes;
  }

  async function takeRecoveryCode(person: string, code: string): Promise<boolean> {
    const hash = hashOf(code);
    let isTaken = false;
    await change((file) => {
      const recovery = file.recovery.filter((one) => one.person !== person || one.hash !== hash);
      isTaken = recovery.length < file.recovery.length;
      return { ...file, recovery };
    });
    return isTaken;
  }

  async function read(): Promise<PasskeyFile> {
    const value = await readJson(path);
    return value === null ? { passkeys: [], recovery: [] } : PasskeyFile.parse(value);
  }

  async function change(work: (file: PasskeyFile) => PasskeyFile): Promise<void> {
    thisMachine.disk.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    await withLock(`${path}.lock`, async () => writeJson(path, work(await read())));
  }
}

/** About 79 random bits, in letters that are not mistaken for each other. */
function newCode(): string {
  const letters = Array.from({ length: 16 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]);
  return letters.join("").replace(/.{4}(?=.)/g, "$&-");
}

function hashOf(code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z0-9]/g, "");
  return createHash("sha256").update(plain).digest("hex");
}
