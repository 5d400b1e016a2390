/**
 * Where a push may be sent: a browser names the address, so it must not be one inside. Only https names
 * on its usual port; what such a name leads to is looked at when it is connected to, since a name may
 * lead elsewhere by then.
 */
import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

const NAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const INSIDE = /\.(?:local|localhost|internal|intranet|home|lan|arpa|ts\.net)$/;

/** `alsoTo` is one origin that a setting names, such as a push service of the person's own. */
export function isPushEndpoint(endpoint: string, alsoTo: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, origin, hostname, port, username, password } = new URL(endpoint);
  if (username !== "" || password !== "") return false;
  if (alsoTo !== "" && origin === alsoTo) return true;
  return protocol === "https:" && port === "" && NAME.test(hostname) && !INSIDE.test(hostname);
}

/** For connections: fails for a name that leads inside. */
export const lookupOutside: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    const addresses = error === null ? (found as LookupAddress[]) : [];
    const inside = addresses.find(({ address }) => isInside(address));
    const refusal = inside && new Error(`${hostname} leads to an address that is not public.`);
    if (error !== null || refusal !== undefined) return callback(error ?? refusal ?? null, "", 0);
    const [first] = addresses;
    if (options.all === true) callback(null, addresses);
    else callback(null, first?.address ?? "", first?.family);
  });
};

export function isInside(address: string): boolean {
  if (isIP(address) === 0) return true;
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  return INSIDE_NETS[family].check(address, family);
}

// A list for each: one list takes an IPv4 address for the IPv6 address that it is written as.
const INSIDE_NETS = {
  ipv4: blockList("ipv4", [
    ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
    ...["172.16.0.0/12", "192.0.0.0/24", "192.168.0.0/16", "198.18.0.0/15", "224.0.0.0/3"],
  ]),
  // Among them every way to write an IPv4 address, since nobody needs one here.
  ipv6: blockList("ipv6", [
    ...["::/8", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/32", "2002::/16"],
    ...["fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8"],
  ]),
};

function blockList(family: "ipv4" | "ipv6", nets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const net of nets) {
    const [address = "", prefix] = net.split("/");
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
