/** An address as patterns see it: where it leads, however it is spelled. */
import { readPattern } from "./pattern.ts";

/**
 * In a pattern that allows, a star in the host matches only the
 * host: no path, query or name before an @ may pass for one.
 */
export function isAllowedAddress(written: string, address: string): boolean {
  const url = urlOf(address);
  if (url === null || url.username !== "" || url.password !== "") return false;
  const [, origin] = /^([^/]+:\/\/[^/]*)/.exec(written) ?? [];
  if (origin !== undefined && !readPattern(origin).isWhole(`${url.protocol}//${url.host}`))
    return false;
  const pattern = readPattern(written);
  return spellings(url).some((one) => pattern.isWhole(one));
}

/** All spellings that a pattern that denies is matched against. */
export function addressesToDeny(address: string): string[] {
  const url = urlOf(address);
  if (url === null) return [address];
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return [address, ...spellings(url), ...spellings(bare)];
}

/** With and without the final slash of a bare host. */
function spellings({ href, pathname, search, hash }: URL): string[] {
  return pathname === "/" && search === "" && hash === "" ? [href, href.slice(0, -1)] : [href];
}

function urlOf(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
