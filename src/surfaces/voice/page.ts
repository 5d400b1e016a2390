/** The page on the phone: one for all agents and for each of them, with its files. */
import { openAssets } from "../../http/assets.ts";
import { newRoutes, type Routes } from "../../http/routes.ts";

export function pageRoutes(webDirectory: string): Routes {
  const assets = openAssets(webDirectory, pageAt);
  return newRoutes().get("*", async (c, next) => assets.find(c.req.path) ?? next());
}

/** The page reads its own address. */
function pageAt(pathname: string): string | null {
  return /^\/voice(?:\/agents\/\d+)?\/?$/.test(pathname) ? "/voice/index.html" : null;
}
