/** What a request says of itself, for the guard to check before anything else happens. */
import type { IncomingMessage } from "node:http";
import { isDirectHeader } from "./direct-headers.ts";
import { plainAddress } from "./network.ts";

export interface RequestFacts {
  method: string;
  /** As the router sees it. */
  path: string;
  /** Whether its target is valid and it has exactly one `Host`. */
  isClear: boolean;
  header(name: string): string | undefined;
  /**
   * The key that a page's browser keeps for its origin. It stands in the address where a page
   * cannot set a header: on event streams and WebSockets.
   */
  pageKey: string;
  /** Every host it names: its `Host`, and the target's own if the target is a full URL. */
  hosts: readonly string[];
  sourceAddress: string;
  /** Whether every header is one that a client itself sends. A proxy adds others. */
  isDirect: boolean;
}

export function requestFacts(request: IncomingMessage): RequestFacts {
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0);
  const hosts = request.rawHeaders.filter(
    (_, index) => index % 2 === 1 && request.rawHeaders[index - 1]?.toLowerCase() === "host",
  );
  const target = targetOf(request.url ?? "");
  return {
    method: request.method ?? "GET",
    path: target?.path ?? "",
    isClear: target !== null && hosts.length === 1,
    header,
    pageKey: header("x-askline-key") ?? target?.key ?? "",
    hosts: target?.host === undefined ? hosts : [...hosts, target.host],
    sourceAddress: plainAddress(request.socket.remoteAddress),
    isDirect: names.every(isDirectHeader),
  };

  function header(name: string): string | undefined {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }
}

/** Null if it is neither a path nor a full URL. */
function targetOf(url: string): { path: string; host?: string; key: string } | null {
  const isPath = url.startsWith("/");
  if (!isPath && !/^https?:\/\//i.test(url)) return null;
  try {
    const { pathname, host, searchParams } = new URL(isPath ? `http://localhost${url}` : url);
    const key = searchParams.get("key") ?? "";
    return isPath ? { path: pathname, key } : { path: pathname, host, key };
  } catch {
    return null;
  }
}
