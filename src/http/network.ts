/** This machine's addresses, and which of them other devices can reach. */
import { hostname, networkInterfaces } from "node:os";

export const LOOPBACK = "127.0.0.1";
/** The name in links for browsers. Their cookies then go to no other server of this machine. */
export const LINK_HOST = "askline.localhost";

const LOOPBACK_ADDRESS = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/i;
// Bridges between this machine and what runs inside it: no phone is at their other end.
const INWARD_INTERFACE = /^(?:docker|br-|veth|virbr|vmnet|vboxnet|lxc|cni|flannel)/i;
const HOME_NETWORK = /^(?:192\.168\.|10\.|172\.(?:1[6-9]|2\d|3[01])\.)/;

/** A socket for IPv4 and IPv6 reports an IPv4 peer as an IPv6 address; this gives the IPv4 one. */
export function plainAddress(address: string | undefined): string {
  return (address ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
}

/** The holder of one IPv6 address has the 2^64 beside it too, so they count as one. */
export function neighbourhood(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("%", 1)[0]?.split("::") ?? [];
  const [first, last] = [head, tail ?? ""].map((part) => part.split(":").filter(Boolean));
  const missing = tail === undefined ? 0 : 8 - (first?.length ?? 0) - (last?.length ?? 0);
  const groups = [...(first ?? []), ...Array(Math.max(0, missing)).fill("0"), ...(last ?? [])];
  return groups.slice(0, 4).join(":");
}

export function isLoopback(address: string): boolean {
  return LOOPBACK_ADDRESS.test(plainAddress(address));
}

export function isEveryAddress(address: string): boolean {
  return address === "0.0.0.0" || address === "::";
}

/** The address as it is written in a URL. */
export function inUrl(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}

/**
 * Whether a `Host` is one of the server's own: the loopback names and, if it listens wider, this
 * machine's addresses and name. A foreign name that leads here is not, so a page under that name
 * cannot pass for one of ours.
 */
export function ownHosts({
  port,
  bindAddress,
}: {
  port: number;
  bindAddress: string;
}): (host: string) => boolean {
  const loopback = withPort([
    LOOPBACK,
    "localhost",
    LINK_HOST,
    "[::1]",
    ...(isLoopback(bindAddress) ? [bindAddress] : []),
  ]);
  return (host) =>
    loopback.has(host.toLowerCase()) ||
    (!isLoopback(bindAddress) && isOfMachine(host.toLowerCase()));

  // Looked up each time, since a laptop changes its network
  // while the server runs; it takes a tenth of a millisecond.
  function isOfMachine(host: string): boolean {
    const name = hostname().toLowerCase();
    const [short = name] = name.split(".");
    return withPort([...machineAddresses().map(inUrl), name, short, `${short}.local`]).has(host);
  }

  /** Browsers leave out port 80. */
  function withPort(names: string[]): Set<string> {
    return new Set(
      names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`])),
    );
  }
}

/**
 * Where other devices find a server that is bound like this,
 * likeliest first; empty if only this machine can reach it.
 */
export function reachableAddresses(bindAddress: string): string[] {
  if (isLoopback(bindAddress)) return [];
  if (!isEveryAddress(bindAddress)) return [bindAddress];
  const addresses = outwardAddresses().filter(
    (address) => bindAddress === "::" || !address.includes(":"),
  );
  return addresses.sort((one, other) => rank(one) - rank(other));
}

function rank(address: string): number {
  if (HOME_NETWORK.test(address)) return 0;
  return address.includes(":") ? 2 : 1;
}

function outwardAddresses(): string[] {
  return Object.entries(networkInterfaces())
    .filter(([name]) => !INWARD_INTERFACE.test(name))
    .flatMap(([, addresses = []]) => addresses)
    .filter(({ internal, address }) => !internal && !/^fe80:/i.test(address))
    .map(({ address }) => address);
}

function machineAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  );
}
