/**
 * The cookies of pages, and the key beside them. No cookie holds a token: each is sealed with this
 * machine's token, for one port.
 *
 * Browsers send a cookie to every port of its host, so another local server may get to see it. A
 * page of this machine therefore has a key as well, which its browser keeps for the page's own
 * origin (host and port) and no other server receives. The cookie alone opens the files of pages,
 * in which there is nothing to read; everything else needs both.
 *
 * A device's cookie is sealed over the device's id and the hash of its token. So it needs no
 * record, cannot be made from the file of hashes, and ends when the device is revoked.
 */
import { randomBytes } from "node:crypto";
import type { Device, DeviceTokens } from "./device-tokens.ts";
import { isSame, seal } from "./secrets.ts";

export interface TicketOptions {
  /** The machine's token as it is now: changing it ends every cookie and key. */
  token: () => string;
  port: number;
  devices: Pick<DeviceTokens, "get"> | undefined;
}

export interface PageTicket {
  cookie: string;
  key: string;
}

export interface Tickets {
  /**
   * For a page of this machine that came with a code. A browser that has a ticket keeps it, so
   * that its other pages go on. `isEncrypted`: the cookie is sent over https alone.
   */
  forPage(cookies: string, isEncrypted: boolean): PageTicket;
  forDevice(device: Device, isEncrypted: boolean): string;
  /** What these cookies and this key open of this machine's own. */
  localRights(cookies: string, key: string): "everything" | "page_files" | "nothing";
  deviceOf(cookies: string): Device | null;
}

const WEEK_SECONDS = 604_800;
// The longest time browsers keep a cookie: a phone stays paired until it is revoked.
const LONGEST_SECONDS = 400 * 24 * 3600;

export function createTickets({ token, port, devices }: TicketOptions): Tickets {
  const localName = `askline_${port}`;
  const deviceName = `askline_device_${port}`;
  return {
    forPage(cookies, isEncrypted) {
      const id = pageIn(cookies) ?? randomBytes(12).toString("base64url");
      const set = cookie(localName, `${id}.${sealed("page", id)}`, WEEK_SECONDS);
      return { cookie: set + endOf(isEncrypted), key: sealed("key", id) };
    },
    forDevice: (device, isEncrypted) =>
      cookie(deviceName, ticketOf(device), LONGEST_SECONDS) + endOf(isEncrypted),
    localRights(cookies, key) {
      const id = pageIn(cookies);
      if (id === null) return "nothing";
      return isSame(key, sealed("key", id)) ? "everything" : "page_files";
    },
    deviceOf(cookies) {
      const ticket = valueIn(cookies, deviceName);
      const [id = ""] = ticket.split(".", 1);
      const device = ticket === "" ? null : (devices?.get(id) ?? null);
      return device !== null && isSame(ticket, ticketOf(device)) ? device : null;
    },
  };

  /** The id of the browser whose cookie this is; null if it is none of ours. */
  function pageIn(cookies: string): string | null {
    const ticket = valueIn(cookies, localName);
    const [id = ""] = ticket.split(".", 1);
    return id !== "" && isSame(ticket, `${id}.${sealed("page", id)}`) ? id : null;
  }

  function sealed(kind: "page" | "key", id: string): string {
    return seal(token(), `${kind} ${id} ${port}`);
  }

  function ticketOf({ id, hash }: Device): string {
    return `${id}.${seal(token(), `${id} ${hash} ${port}`)}`;
  }
}

function cookie(name: string, ticket: string, seconds: number): string {
  return `${name}=${ticket}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
}

function endOf(isEncrypted: boolean): string {
  return isEncrypted ? "; Secure" : "";
}

function valueIn(cookies: string, name: string): string {
  const pairs = cookies.split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}
