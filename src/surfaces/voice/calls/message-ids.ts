/**
 * Messages that a device numbered itself, so that it may send one again when no answer came. Each is
 * done once: a repeated one gets the reply of the first, also after a restart of the hub. One small
 * file a message, for some weeks.
 */
import { mkdirSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { AsklineError } from "../../../core/ask/errors.ts";
import { digest, newSecret } from "../../../http/secrets.ts";
import { readJson, writeJson } from "../../../store/file/durable-file.ts";
import { VoiceProblem } from "./voice-error.ts";

export interface Message {
  /** Ids of different devices are different messages. */
  device: string;
  id: string;
  /** What is sent, to tell a message that comes again from another one with its id. */
  content: string;
}

/** One try of a message. */
export interface Attempt {
  /** Nobody can guess it, and it is the same at each try: it names what the message makes. */
  readonly secret: string;
  /** When an earlier try began that never ended, as with a hub that was killed; null without one. */
  readonly triedAt: string | null;
}

export interface MessageIds {
  /** `keptOf`: what is kept of a reply; null if nothing was done, so that it may be done again. */
  once<T extends object>(
    message: Message | null,
    work: (attempt: Attempt) => Promise<T>,
    keptOf: (reply: T) => T | null,
  ): Promise<T>;
  cleanUp(): Promise<void>;
}

const Kept = z.object({
  content: z.string(),
  secret: z.string(),
  triedAt: z.string(),
  reply: z.looseObject({}).nullable(),
});
interface Kept extends Omit<z.infer<typeof Kept>, "reply"> {
  reply: object | null;
}

const KEPT_DAYS = 30;
const MOST = 5_000;

export function openMessageIds(directory: string, now: () => Date): MessageIds {
  const underWay = new Map<string, Promise<object>>();
  return { once, cleanUp };

  async function once<T extends object>(
    message: Message | null,
    work: (attempt: Attempt) => Promise<T>,
    keptOf: (reply: T) => T | null,
  ): Promise<T> {
    if (message === null) return work({ secret: freshSecret(), triedAt: null });
    const name = digest(`${message.device}\n${message.id}`).toString("hex").slice(0, 40);
    const running = underWay.get(name);
    // Only what `work` of the same message gave is ever put there.
    if (running !== undefined) return running as Promise<T>;
    const done = perform(join(directory, `${name}.json`), message, work, keptOf);
    underWay.set(name, done);
    return done.finally(() => underWay.delete(name));
  }

  async function perform<T extends object>(
    path: string,
    message: Message,
    work: (attempt: Attempt) => Promise<T>,
    keptOf: (reply: T) => T | null,
  ): Promise<T> {
    const content = digest(message.content).toString("hex");
    const kept = await load(path);
    if (kept !== null && kept.content !== content) throw new VoiceProblem("not_understood");
    // Only `keptOf` of this message's reply is ever kept.
    if (kept?.reply != null) return kept.reply as T;
    const begun = kept ?? { content, secret: freshSecret(), triedAt: now().toISOString() };
    if (kept === null) await save(path, { ...begun, reply: null });
    try {
      const reply = await work({ secret: begun.secret, triedAt: kept?.triedAt ?? null });
      const toKeep = keptOf(reply);
      if (toKeep === null) await rm(path, { force: true });
      else await save(path, { ...begun, reply: toKeep });
      return reply;
    } catch (error) {
      // What is refused in words was not done. After any other failure nobody knows.
      if (error instanceof AsklineError) await rm(path, { force: true });
      throw error;
    }
  }

  async function load(path: string): Promise<Kept | null> {
    const read = Kept.safeParse(await readJson(path).catch(() => null));
    return read.success ? read.data : null;
  }

  async function save(path: string, kept: Kept): Promise<void> {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    await writeJson(path, kept);
  }

  /** A device that comes back after weeks sends nothing that it sent before. */
  async function cleanUp(): Promise<void> {
    const names = await readdir(directory).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => {
        const path = join(directory, name);
        return { path, at: (await lstat(path).catch(() => null))?.mtimeMs ?? 0 };
      }),
    );
    const oldest = now().getTime() - KEPT_DAYS * 86_400_000;
    const newestFirst = files.sort((one, other) => other.at - one.at);
    for (const [index, { path, at }] of newestFirst.entries())
      if (index >= MOST || at < oldest) await rm(path, { force: true });
  }
}

/** As long as the names of uploaded files have it. */
function freshSecret(): string {
  return digest(newSecret()).toString("hex").slice(0, 24);
}
