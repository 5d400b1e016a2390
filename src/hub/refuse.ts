/**
 * A refusal in the form its caller reads: a page for a
 * browser, a part's own words on its paths, else plain JSON.
 */
import type { Context } from "hono";
import { localeFrom } from "../core/locale.ts";
import type { Refusal } from "../http/guard.ts";
import type { Refused } from "../http/refused.ts";
import type { RouteEnv } from "../http/routes.ts";
import type { HubPart } from "./hub.ts";
import { refusalPage } from "./refusal-page.ts";

export type Refuse = (c: Context<RouteEnv>, refusal: Refusal) => Response;

export function createRefuse(parts: readonly HubPart[]): Refuse {
  return ({ req }, refusal) => {
    const { path } = req;
    const { status } = refusal;
    const wantsPage = isPageRequest(req.header("accept"), refusal) && !path.startsWith("/api/");
    const languages = [req.query("lang"), req.header("accept-language")].filter(Boolean).join(",");
    if (!wantsPage)
      return Response.json(bodyOf(refusal, path, languages), {
        status,
        headers: challengeAt(status),
      });
    const { html, headers } = refusalPage(refusal, path, localeFrom(languages));
    return new Response(html, { status, headers: { ...headers, ...challengeAt(status) } });
  };

  function bodyOf(refusal: Refusal, path: string, languages: string): object {
    const { status, message } = refusal;
    const own = parts
      .map((part) => part.refuse?.(refusal, path, languages))
      .find((body) => body != null);
    return (
      own ?? ({ error: { code: `http_${status}`, message, suggestion: "" } } satisfies Refused)
    );
  }
}

/**
 * Browsers say that they want a page. A device's app may not, and what it opened is a page all the
 * same, unless it asks for JSON.
 */
function isPageRequest(accept = "", { opens }: Refusal): boolean {
  return accept.includes("text/html") || (opens !== undefined && !accept.includes("json"));
}

/** HTTP wants to be told which credential was missing. */
function challengeAt(status: number): Record<string, string> {
  return status === 401 ? { "www-authenticate": "Bearer" } : {};
}
