/**
 * The headers that browsers and programs send by themselves. Every proxy has its own way to say
 * where a request came from, so a list of those can never be complete: what is not known to come
 * from a client counts as a sign that the request was passed on.
 */
const DIRECT = new Set([
  ...["host", "connection", "keep-alive", "upgrade", "te", "expect", "user-agent"],
  ...["accept", "accept-charset", "accept-encoding", "accept-language"],
  ...["authorization", "cookie", "origin", "referer"],
  ...["content-type", "content-length", "content-encoding", "content-language"],
  ...["transfer-encoding", "content-disposition", "range", "if-range"],
  ...["cache-control", "pragma", "if-match", "if-none-match"],
  ...["if-modified-since", "if-unmodified-since", "last-event-id"],
  ...["dnt", "save-data", "priority", "purpose", "upgrade-insecure-requests"],
  ...["downlink", "ect", "rtt", "dpr", "device-memory", "viewport-width", "width"],
  ...["service-worker", "service-worker-navigation-preload", "x-requested-with"],
  ...["access-control-request-method", "access-control-request-headers"],
  "access-control-request-private-network",
]);
// Only a browser's own code can set a name that begins so; a page's script cannot.
const BY_BROWSERS = /^sec-(?:fetch|ch-ua|ch-prefers|websocket)-[\w-]+$|^sec-(?:ch-ua|gpc|purpose)$/;
const OUR_OWN = /^x-askline-[\w-]+$/;

export function isDirectHeader(given: string): boolean {
  const name = given.toLowerCase();
  return DIRECT.has(name) || BY_BROWSERS.test(name) || OUR_OWN.test(name);
}
