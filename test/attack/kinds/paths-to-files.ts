/** Addresses that would lead to files beside the pages, with the right token. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, send } from "../support/requests.ts";

const PATHS = [
  ...["/assets/../../package.json", "/assets/..%2f..%2fpackage.json", "/%2e%2e/local-token.json"],
  ...["/..%5c..%5cpackage.json", "//etc/passwd", "/choice/../../cli.js", "/assets/", "/assets"],
  ...[
    "/local-token.json",
    "/hub.json",
    "/.env",
    "/../hub.json",
    "/assets/%00",
    "/icon.svg%00.html",
  ],
  ...["/assets/....//....//package.json", "/%252e%252e/hub.json", "/file:///etc/passwd"],
  ...["/voice/../../hub.json", "/static/../hub.json", "/index.html/../../cli.js", "/sw.js/../x"],
];

export const attack: Attack = {
  name: "paths to files",
  run: ({ port, token }) =>
    each(PATHS, String, async (path) =>
      isNo((await send(port, path, { headers: bearer(token) })).status),
    ),
};
