/**
 * Whether a request really comes from a program or a
 * page of ours on this machine, for `localhost_bypass`.
 */

import { isLoopback } from "./network.ts";
import type { RequestFacts } from "./request-facts.ts";

/**
 * Judged by the peer of the connection, never by what the request claims. A proxy on this machine
 * is a local peer too, so any header that clients do not send themselves rules the request out. A
 * proxy that only passes bytes on cannot be told apart, which is why the bypass is off unless
 * somebody turns it on.
 */
export function isOnThisMachine({ sourceAddress, isDirect, header }: RequestFacts): boolean {
  return isLoopback(sourceAddress) && isDirect && isNotSentByAnotherSite(header("sec-fetch-site"));
}

/**
 * Browsers send `Sec-Fetch-Site` with every request,
 * even one without an Origin, such as an image's.
 */
function isNotSentByAnotherSite(site: string | undefined): boolean {
  return site === undefined || site === "same-origin" || site === "none";
}
