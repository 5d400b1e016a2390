/** Whether a request really comes from a program or a page of ours on this machine, for `localhost_bypass`. */

import { isLoopback } from "./network.ts";
import type { RequestFacts } from "./request-facts.ts";

/**
 * Judged by the peer of the connection, never by what the request says of itself. A proxy on this machine is such a peer
 * too, so whatever shows that it was passed on ends it; one that passes bytes on and adds nothing cannot be told apart,
 * which is why this is off unless somebody turns it on.
 */
export function isOnThisMachine({ sourceAddress, isForwarded, header }: RequestFacts): boolean {
  return (
    isLoopback(sourceAddress) && !isForwarded && isNotSentByAnotherSite(header("sec-fetch-site"))
  );
}

/** A browser says this of every request, also of those that carry no Origin, such as an image's. */
function isNotSentByAnotherSite(site: string | undefined): boolean {
  return site === undefined || site === "same-origin" || site === "none";
}
