/** The page on the phone: one document for the lists, each agent and each question, with its files. */
import { openAssets } from "../../http/assets.ts";
import { newRoutes, type Routes } from "../../http/routes.ts";

export function pageRoutes(webDirectory: string): Routes {
  const assets = openAssets(webDirectory, pageAt);
  return newRoutes().get("*", async (c, next) => assets.find(c.req.path) ?? next());
}

/** The page reads its own address. */
function pageAt(pathname: string): string | null {
  const isPage = /^\/voice(?:\/agents(?:\/\d+(?:\/question)?)?|\/asks\/[\w-]+)?\/?$/;
  return isPage.test(pathname) ? "/voice/index.html" : null;
}
