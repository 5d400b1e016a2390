/**
 * Which scope each route behind the guard needs of a token. One that is not listed here, as that of a
 * surface from outside, is closed to every token with scopes, so nothing is open by being forgotten. A `narrowed` route shows and takes only what the caller may
 * see; a token that is limited to projects comes to no other one. This machine's own token opens
 * every route, and a person's device what `answer-scope.ts` and `voice-scope.ts` say.
 *
 * Paths are written as the router has them.
 */
import type { Access, Scope } from "./access.ts";

interface RouteRule {
  method: string;
  path: string;
  /** One of these is enough. None: this machine's own token alone, or a person's device. */
  scopes: readonly Scope[];
  isNarrowed: boolean;
}

const SEE = ["read", "answer"] as const;
const ANSWER = ["answer"] as const;
const ADMIN = ["admin"] as const;
/** The caller's own asks, or those that it may see. */
const OWN = ["ask", "read", "answer"] as const;
/** What it asked itself, or may answer; each ask is looked at. */
const PUT = ["ask", "answer"] as const;

const RULES: readonly RouteRule[] = [
  ...needing(
    [],
    [
      // This machine's own programs and its person.
      ...["POST /api/links", "ALL /mcp", "POST /hook/*"],
      ...["GET /api/passkeys", "POST /api/passkeys/begin", "POST /api/passkeys/new"],
      "POST /api/passkeys/endorse",
      // A person's devices.
      ...["ALL /api/voice/*", "ALL /api/voice", "ALL /api/push", "ALL /api/push/*"],
    ],
  ),
  ...needing(SEE, ["GET /api/events", "GET /api/attention", "GET /api/watched/:id"]),
  ...needing(ANSWER, ["POST /api/presence"]),
  ...needing(ADMIN, [
    ...["POST /api/settings", "GET /api/agent-lines", "GET /api/agents/:id/work"],
    ...["POST /api/agents/:id/interrupt", "POST /api/agents/:id/send", "GET /api/asks/:id/agent"],
    ...["GET /api/agents/:id/turns", "GET /api/welcome", "POST /api/welcome/try"],
  ]),
  ...narrowed(SEE, [
    ...["GET /live", "GET /api/rows", "GET /api/asks", "GET /api/asks/:id"],
    ...["GET /api/asks/:id/evidence", "POST /api/asks/:id/evidence"],
    ...["GET /api/history", "GET /api/history/names", "GET /api/history.csv"],
    ...["GET /api/figures", "GET /api/figures.csv", "GET /api/agents", "GET /api/agents/:id"],
  ]),
  ...narrowed(ANSWER, [
    ...["POST /api/asks/:id/answer", "POST /api/asks/:id/reject", "POST /api/asks/:id/extend"],
    ...[
      "POST /api/asks/:id/snooze",
      "POST /api/asks/:id/sign",
      "POST /api/asks/:id/files",
      "PUT /api/asks/:id/draft",
    ],
  ]),
  // The store of asks, for other machines: each caller's own asks, and those that it may see.
  ...narrowed(OWN, [
    ...["GET /api/store/me", "GET /api/store/openapi.json", "GET /api/store/asks"],
    ...["GET /api/store/asks/:id", "GET /api/store/page", "GET /api/store/count"],
    ...["GET /api/store/due", "GET /api/store/glance", "GET /api/store/asks/:id/wait"],
    ...["GET /api/store/since", "GET /api/store/changes", "GET /api/store/asks/:id/draft"],
  ]),
  ...narrowed(PUT, [
    ...["POST /api/store/asks", "POST /api/store/asks/:id/settle"],
    ...["POST /api/store/asks/:id/amend", "POST /api/store/asks/:id/taken"],
    ...["POST /api/store/asks/:id/effect", "PUT /api/store/asks/:id/draft"],
    ...["DELETE /api/store/asks/:id/draft", "POST /api/store/asks/:id/drafts"],
  ]),
  ...narrowed(ADMIN, ["DELETE /api/store/asks/:id"]),
  ...needing(ADMIN, ["POST /api/store/cleanup"]),
  // The pages and their files, in which there is nothing to read.
  ...narrowed(SEE, ["GET /*"]),
];

export function mayUse(access: Access, method: string, path: string): boolean {
  const rule = ruleFor(method, path);
  if (rule === undefined) return false;
  return rule.scopes.some(access.may) && (rule.isNarrowed || access.isWhole);
}

/** The first that fits counts. */
function ruleFor(method: string, path: string): RouteRule | undefined {
  const asked = method === "HEAD" ? "GET" : method;
  const known = path.startsWith("/api/")
    ? COMPILED.filter(({ rule }) => rule.path !== "/*")
    : COMPILED;
  return known.find(
    ({ rule, pattern }) => (rule.method === "ALL" || rule.method === asked) && pattern.test(path),
  )?.rule;
}

interface Route {
  method: string;
  path: string;
}

/** Routes of a router that are not listed. What it does before each route is none. */
export function undeclaredRoutes(routes: readonly Route[]): Route[] {
  const isListed = ({ method, path }: Route) =>
    RULES.some((rule) => (rule.method === "ALL" || rule.method === method) && covers(rule, path));
  const isBefore = ({ method, path }: Route) => method === "ALL" && path.endsWith("*");
  return routes.filter((one) => !isBefore(one) && !isListed(one));
}

/** Every rule, for a test that tries them all. */
export function allRouteRules(): readonly RouteRule[] {
  return RULES;
}

/** `/*` stands for the pages alone: a route that has a path of its own is listed by it. */
function covers(rule: RouteRule, path: string): boolean {
  if (rule.path === path) return true;
  return rule.path !== "/*" && rule.path.endsWith("*") && path.startsWith(rule.path.slice(0, -1));
}

function needing(scopes: readonly Scope[], routes: readonly string[]): RouteRule[] {
  return routes.map((route) => ruleOf(route, scopes, false));
}

function narrowed(scopes: readonly Scope[], routes: readonly string[]): RouteRule[] {
  return routes.map((route) => ruleOf(route, scopes, true));
}

function ruleOf(route: string, scopes: readonly Scope[], isNarrowed: boolean): RouteRule {
  const [method = "", path = ""] = route.split(" ");
  return { method, path, scopes, isNarrowed };
}

const COMPILED = RULES.map((rule) => ({ rule, pattern: patternOf(rule.path) }));

function patternOf(path: string): RegExp {
  const plain = path.replace(/[.]/g, "\\.");
  return new RegExp(`^${plain.replace(/:\w+/g, "[^/]+").replace("*", ".*")}$`);
}
