/**
 * The key that this browser keeps for this origin. The opening link's page put it there. Other
 * servers of the machine may see the cookie, but not this key, and only both open the API.
 */
import { recall } from "./memory.ts";

// The hub's opening page (src/http/opening-page.ts) stores it under the same name.
const STORED_AS = "askline-key";

/** Read anew for each call: another tab may have been opened with a newer link. */
export function pageKey(): string {
  const key = recall(STORED_AS);
  return typeof key === "string" ? key : "";
}

/** For requests. A device's page has no key. */
export function keyHeader(): Record<string, string> {
  const key = pageKey();
  return key === "" ? {} : { "x-askline-key": key };
}

/** For event streams and WebSockets, which cannot have headers. */
export function withKey(query: URLSearchParams): URLSearchParams {
  const key = pageKey();
  if (key !== "") query.set("key", key);
  return query;
}
