/**
 * Tokens of people's devices and of services, one each, in a file that only its owner can read. The file holds
 * hashes, so nobody can come in with what it says. A plain SHA-256 is enough: slow hashes protect
 * passwords that can be guessed, and 256 random bits cannot be.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { createQueue } from "../core/queue.ts";
import { readJson, readJsonOnce, writeJson } from "../store/file/durable-file.ts";
import { withLock } from "../store/file/lock.ts";
import { refuseExposed, secretExposure } from "../store/file/private-file.ts";
import { TokenRights } from "./access.ts";
import { digest, newSecret } from "./secrets.ts";

export const Device = z.object({
  id: z.string(),
  name: z.string(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  only: z.literal("voice").optional().describe("It opens no page but the voice page"),
  /** The one-time code of its link, until it is used or too old. */
  link: z.object({ hash: z.string(), until: z.string() }).optional(),
  ...TokenRights.shape,
});
export type Device = z.infer<typeof Device>;

const DeviceFile = z.object({ devices: z.array(Device) });

/** What a token is made with; for everything that a person's device may do unless given. */
export type GivenRights = TokenRights & Pick<Device, "only">;

export interface NewDevice {
  device: Device;
  token: string;
  code: string;
}

export interface DeviceTokens {
  readonly path: string;
  list(): Promise<Device[]>;
  /**
   * Returns the token itself and the code of a link, which cannot be read later. Null if there is a
   * device of this name.
   */
  create(name: string, rights?: GivenRights): Promise<NewDevice | null>;
  /** The device whose link has this code, which is not valid any more afterwards. */
  redeem(code: string): Promise<Device | null>;
  /**
   * By name or id. From then on neither its token nor its
   * cookie opens anything. Null if there is no such device.
   */
  revoke(nameOrId: string): Promise<Device | null>;
  /**
   * The device whose token this is. A change by the command line holds from the next request on.
   */
  find(token: string): Device | null;
  get(id: string): Device | null;
  /** Records the device's last use, to the minute. */
  used(id: string): void;
  /** Resolves once every recorded use is on disk. */
  close(): Promise<void>;
}

const REMEMBERED_EVERY_MS = 60_000;
// Makes a stray token recognisable, also to programs that scan for secrets.
const PREFIX = "askline_";
const CODE_PREFIX = "pair_";
// Time enough to take a phone, and to start a hub first.
const LINK_LIVES_MS = 10 * 60_000;

export function openDeviceTokens(path: string): DeviceTokens {
  let known: { stamp: string; devices: Device[] } = { stamp: "", devices: [] };
  const remembered = new Map<string, number>();
  const inTurn = createQueue();
  return { path, list, create, redeem, revoke, find, get, used, close: inTurn.idle };

  async function list(): Promise<Device[]> {
    refuseExposed(secretExposure(path));
    const value = await readJson(path);
    return value === null ? [] : DeviceFile.parse(value).devices;
  }

  function create(name: string, rights: GivenRights = {}) {
    return change((devices) => {
      if (devices.some((device) => device.name === name)) return { result: null };
      const token = PREFIX + newSecret();
      const id = randomBytes(4).toString("hex");
      const code = CODE_PREFIX + newSecret();
      const now = Date.now();
      const device: Device = {
        id,
        name,
        hash: hashOf(token),
        createdAt: new Date(now).toISOString(),
        lastUsedAt: null,
        ...rights,
        link: { hash: hashOf(code), until: new Date(now + LINK_LIVES_MS).toISOString() },
      };
      return { devices: [...devices, device], result: { device, token, code } };
    });
  }

  async function redeem(code: string): Promise<Device | null> {
    // Every other code would be looked up in vain, under the lock.
    if (!code.startsWith(CODE_PREFIX)) return null;
    const hash = hashOf(code);
    return change((devices) => {
      const found = devices.find(({ link }) => link?.hash === hash);
      if (found?.link === undefined) return { result: null };
      const { link, ...device } = found;
      const others = devices.map((other) => (other === found ? device : other));
      return { devices: others, result: link.until > new Date().toISOString() ? device : null };
    });
  }

  function revoke(nameOrId: string) {
    return change((devices) => {
      const device =
        devices.find(({ id }) => id === nameOrId) ?? devices.find(({ name }) => name === nameOrId);
      if (device === undefined) return { result: null };
      return { devices: devices.filter((other) => other !== device), result: device };
    });
  }

  function find(token: string): Device | null {
    const given = digest(token);
    let found: Device | null = null;
    // Compares with every device, so that the time it takes reveals nothing.
    for (const device of current())
      if (timingSafeEqual(given, Buffer.from(device.hash, "hex"))) found = device;
    return found;
  }

  function get(id: string): Device | null {
    return current().find((device) => device.id === id) ?? null;
  }

  function used(id: string) {
    if (Date.now() - (remembered.get(id) ?? 0) < REMEMBERED_EVERY_MS) return;
    remembered.set(id, Date.now());
    const lastUsedAt = new Date().toISOString();
    const remember = () =>
      change((devices) => ({
        devices: devices.map((device) => (device.id === id ? { ...device, lastUsedAt } : device)),
        result: undefined,
      }));
    // A use that cannot be recorded neither delays nor refuses the request.
    inTurn(remember).catch(() => undefined);
  }

  /**
   * Each change makes a new file with its own inode number, so two changes within one tick of the
   * clock are told apart. The check costs microseconds.
   */
  function current(): Device[] {
    try {
      const { ino, mtimeMs, size } = statSync(path);
      const stamp = `${ino} ${mtimeMs} ${size}`;
      refuseExposed(secretExposure(path));
      if (stamp !== known.stamp)
        known = { stamp, devices: DeviceFile.parse(readJsonOnce(path)).devices };
    } catch {
      // A file that is missing, unreadable or open to others lets nobody in.
      known = { stamp: "", devices: [] };
    }
    return known.devices;
  }

  async function change<T>(
    work: (devices: Device[]) => { devices?: Device[]; result: T },
  ): Promise<T> {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    return withLock(`${path}.lock`, async () => {
      const { devices, result } = work(await list());
      if (devices !== undefined) await writeJson(path, { devices });
      return result;
    });
  }
}

function hashOf(secret: string): string {
  return digest(secret).toString("hex");
}
