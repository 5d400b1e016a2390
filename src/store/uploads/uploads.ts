/**
 * Files that people sent, kept under the state folder for some days: private, not executable, with
 * unguessable names.
 */
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { cleanFileName } from "./file-name.ts";

export interface StoredFile {
  id: string;
  fileName: string;
  path: string;
}

export interface Uploads {
  readonly largestBytes: number;
  /**
   * `owner`: the agent's number, or the name of a folder. Null if there is no room for it. A file of
   * the same secret (24 hex digits, random unless given) is replaced: it is the same one again.
   */
  store(
    owner: number | string,
    givenName: string,
    bytes: Buffer,
    secret?: string,
  ): Promise<StoredFile | null>;
  read(id: string): Promise<{ fileName: string; bytes: Buffer } | null>;
  remove(file: StoredFile): Promise<void>;
  /** Removes files that are older than the retention. */
  cleanUp(): Promise<void>;
}

export interface UploadsOptions {
  directory: string;
  largestBytes: number;
  /** 0 keeps them forever. */
  retentionDays: number;
  now: () => Date;
}

// Enough for a week of screenshots; if it is not, a person should look at it.
const MOST_BYTES_IN_ALL = 2 * 1024 ** 3;
const NO_ROOM = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
const ID = /^(\d{1,15})-([A-Za-z0-9]{24})$/;

export function openUploads({
  directory,
  largestBytes,
  retentionDays,
  now,
}: UploadsOptions): Uploads {
  return { largestBytes, store, read, remove: ({ path }) => rm(path, { force: true }), cleanUp };

  async function store(
    owner: number | string,
    givenName: string,
    bytes: Buffer,
    secret = randomBytes(12).toString("hex"),
  ): Promise<StoredFile | null> {
    if ((await sizeOfAll()) + bytes.length > MOST_BYTES_IN_ALL) return null;
    const fileName = cleanFileName(givenName);
    const folder = join(directory, String(owner));
    const path = join(folder, `${secret}-${fileName}`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rm(path, { force: true });
      await write(path, bytes);
    } catch (error) {
      await rm(path, { force: true });
      if (NO_ROOM.has((error as NodeJS.ErrnoException).code ?? "")) return null;
      throw error;
    }
    return { id: `${owner}-${secret}`, fileName, path };
  }

  async function read(id: string) {
    const [, agentId, secret] = ID.exec(id) ?? [];
    if (agentId === undefined || secret === undefined) return null;
    const folder = join(directory, agentId);
    const name = (await namesIn(folder)).find((one) => one.startsWith(`${secret}-`));
    if (name === undefined) return null;
    const bytes = await readPlain(join(folder, name)).catch(() => null);
    return bytes && { fileName: name.slice(secret.length + 1), bytes };
  }

  async function cleanUp(): Promise<void> {
    if (retentionDays === 0) return;
    const oldest = now().getTime() - retentionDays * 86_400_000;
    for (const path of await allFiles()) {
      const found = await lstat(path).catch(() => null);
      if (found !== null && found.mtimeMs < oldest) await rm(path, { force: true });
    }
  }

  async function sizeOfAll(): Promise<number> {
    const sizes = await Promise.all(
      (await allFiles()).map((path) =>
        lstat(path).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  async function allFiles(): Promise<string[]> {
    const folders = (await namesIn(directory)).map((name) => join(directory, name));
    const files = await Promise.all(
      folders.map(async (folder) => (await namesIn(folder)).map((name) => join(folder, name))),
    );
    return files.flat();
  }
}

async function write(path: string, bytes: Buffer) {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/**
 * Reads only regular files: an agent could put a link into the folder that leads to files no device
 * may see.
 */
async function readPlain(path: string): Promise<Buffer | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return (await file.stat()).isFile() ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}
