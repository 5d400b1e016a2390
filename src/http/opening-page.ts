/**
 * The page behind a link's one-time code. It hands the browser the key for this origin, in a body
 * that is kept nowhere, and goes on to the page that was meant. Going on from here, and not by a
 * redirect, makes the cookie a same-site one even if a file or another program opened the link.
 */
import { createHash } from "node:crypto";

/** `web/shared/page-key.ts` reads it under the same name. */
const STORED_AS = "askline-key";

const SCRIPT = `
const valueOf = (name) => document.querySelector("meta[name=" + name + "]").content;
try { localStorage.setItem("${STORED_AS}", JSON.stringify(valueOf("askline-key"))); } catch {}
location.replace(valueOf("askline-page"));
`;

/** Both parts consist of letters, digits and a few harmless signs. */
export function openingPage(key: string, path: string, cookie: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="askline-key" content="${key}">
<meta name="askline-page" content="${path}">
<title>Askline</title>
<script>${SCRIPT}</script>
</head>
<body></body>
</html>
`;
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "set-cookie": cookie,
    },
  });
}

const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${createHash("sha256").update(SCRIPT).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
