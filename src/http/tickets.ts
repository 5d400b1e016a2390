/**
 * The cookies of pages. No cookie holds a token: each is derived from one and valid for one port,
 * since browsers send cookies to every port of a machine. A device's cookie is sealed with this
 * machine's token over the device's id and the hash of its token. So it needs no record, cannot be
 * made from the file of hashes, and ends when the device is revoked.
 */
import type { Device, DeviceTokens } from "./device-tokens.ts";
import { digest, isSame, seal } from "./secrets.ts";

export interface TicketOptions {
  token: string;
  port: number;
  devices: Pick<DeviceTokens, "get"> | undefined;
}

export interface Tickets {
  /** `isEncrypted`: the cookie is given over https, and is sent over https alone. */
  cookieFor(device: Device | null, isEncrypted: boolean): string;
  isLocal(cookies: string): boolean;
  deviceOf(cookies: string): Device | null;
}

const WEEK_SECONDS = 604_800;
// The longest time browsers keep a cookie: a phone stays paired until it is revoked.
const LONGEST_SECONDS = 400 * 24 * 3600;

export function createTickets({ token, port, devices }: TicketOptions): Tickets {
  const local = {
    name: `askline_${port}`,
    ticket: digest(`${token} ${port}`).toString("base64url"),
  };
  const deviceName = `askline_device_${port}`;
  return {
    cookieFor(device, isEncrypted) {
      const end = isEncrypted ? "; Secure" : "";
      if (device === null) return cookie(local.name, local.ticket, WEEK_SECONDS) + end;
      return cookie(deviceName, ticketOf(device), LONGEST_SECONDS) + end;
    },
    isLocal: (cookies) => isSame(valueIn(cookies, local.name), local.ticket),
    deviceOf(cookies) {
      const ticket = valueIn(cookies, deviceName);
      const [id = ""] = ticket.split(".", 1);
      const device = ticket === "" ? null : (devices?.get(id) ?? null);
      return device !== null && isSame(ticket, ticketOf(device)) ? device : null;
    },
  };

  function ticketOf({ id, hash }: Device): string {
    return `${id}.${seal(token, `${id} ${hash} ${port}`)}`;
  }
}

function cookie(name: string, ticket: string, seconds: number): string {
  return `${name}=${ticket}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`;
}

function valueIn(cookies: string, name: string): string {
  const pairs = cookies.split(/;\s*/);
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";
}
