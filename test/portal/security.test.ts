/** Who is kept out of the portal, and what an agent's text cannot do. */
import { request } from "node:http";
import type { Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { run } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { type Portal, say, sharePortal, startPortal } from "../support/portal.ts";
import { pageTicket } from "../support/serving.ts";

const chromium = openChromium();
const thePortal = sharePortal();

type Headers = Record<string, string>;

describe("the door", () => {
  it.each<[string, number, (portal: Portal) => Headers]>([
    ["another site's page", 403, () => ({ origin: "https://evil.example" })],
    ["a page of another port of this machine", 403, () => ({ origin: "http://127.0.0.1:1" })],
    ["a page without an origin, such as a sandboxed frame", 403, () => ({ origin: "null" })],
    ["a name that leads here from elsewhere", 421, () => ({ host: "evil.example" })],
    [
      "a name that leads here from elsewhere, with our port",
      421,
      ({ url }) => ({ host: `evil.example:${port(url)}` }),
    ],
    ["nobody in particular", 401, () => ({ authorization: "" })],
    ["somebody who guesses", 401, () => ({ authorization: "Bearer guess" })],
    [
      "somebody with another port's cookie",
      401,
      () => ({ authorization: "", cookie: "askline_1=x" }),
    ],
  ])("is closed to %s (%i), for reading and for changing", async (_, status, headers) => {
    const portal = thePortal();
    const { id } = await portal.ask();
    expect((await sendRequest(portal, "GET", "/api/asks", headers(portal))).status).toBe(status);
    expect((await sendRequest(portal, "GET", "/", headers(portal))).status).toBe(status);
    const answer = JSON.stringify({ reply: { answers: [{ optionIds: ["pg"] }] } });
    expect(
      (await sendRequest(portal, "POST", `/api/asks/${id}/answer`, headers(portal), answer)).status,
    ).toBe(status);
    expect((await portal.load(id)).outcome).toBeNull();
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "",
  ])("takes no change as %j", async (type) => {
    const portal = thePortal();
    const { id } = await portal.ask();
    const body = JSON.stringify({ kind: "cancel" });
    const { status } = await sendRequest(
      portal,
      "POST",
      `/api/asks/${id}/reject`,
      { "content-type": type },
      body,
    );
    expect(status).toBe(415);
    expect((await portal.load(id)).outcome).toBeNull();
  });

  it("is open to a browser with the token", async () => {
    expect((await sendRequest(thePortal(), "GET", "/api/asks", {})).status).toBe(200);
  });

  it("lets a cookie change nothing without an origin", async () => {
    const portal = thePortal();
    const { id } = await portal.ask();
    const { cookie, key } = await pageTicket(portal);
    const path = `/api/asks/${id}/reject`;
    const body = JSON.stringify({ kind: "cancel" });
    const page = { authorization: "", cookie, "x-askline-key": key };
    expect((await sendRequest(portal, "POST", path, page, body)).status).toBe(403);
    const withOrigin = { ...page, origin: portal.url };
    expect((await sendRequest(portal, "POST", path, withOrigin, body)).status).toBe(200);
  });

  it("locks out a caller that guesses too often, but not an admitted page", async () => {
    await using portal = await startPortal();
    await using profile = await chromium.profile();
    const page = await portal.open(profile, "/");
    const statuses: number[] = [];
    for (let guess = 0; guess < 25; guess++) {
      const { status } = await sendRequest(portal, "GET", "/api/asks", {
        authorization: `Bearer guess-${guess}`,
      });
      statuses.push(status);
    }
    expect(statuses[0]).toBe(401);
    expect(statuses.at(-1)).toBe(429);
    expect(
      (await sendRequest(portal, "GET", `/open?code=guess&to=/`, { authorization: "" })).status,
    ).toBe(429);
    await page.reload();
    await expectPage(page.getByText(say.dashboard.empty)).toBeVisible();
  });

  it("tells a stranger its name, version and process, and no more", async () => {
    const response = await fetch(`${thePortal().url}/healthz`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      name: "askline",
      version: expect.any(String),
      pid: expect.any(Number),
    });
  });

  it.each([
    "/assets/../../package.json",
    "/assets/..%2f..%2fpackage.json",
    "/assets/%2e%2e/%2e%2e/package.json",
    "/..%5c..%5cpackage.json",
    "/%2e%2e/local-token.json",
    "//etc/passwd",
    "/choice/../../cli.js",
    "/assets/",
  ])("has nothing at %s", async (path) => {
    expect((await sendRequest(thePortal(), "GET", path, {})).status).toBe(404);
  });

  it("leads a link nowhere but to its own pages", async () => {
    const portal = thePortal();
    for (const to of [
      "//evil.example",
      "https://evil.example",
      "/\\evil.example",
      "javascript:alert(1)",
    ]) {
      const { pathname, search } = new URL(await portal.linkTo(to));
      const opened = await fetch(portal.url + pathname + search);
      expect(await opened.text()).toContain('<meta name="askline-page" content="/">');
    }
  });

  it("forbids inline script and frames with every page", async () => {
    const { headers } = await sendRequest(thePortal(), "GET", "/", {});
    const policy = String(headers["content-security-policy"]);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-|\*|data:/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });
});

describe("the live connection", () => {
  it.each<[string, number, (portal: Portal, cookie: string) => Headers]>([
    ["another site's page", 403, (_, cookie) => ({ origin: "https://evil.example", cookie })],
    [
      "a name that leads here from elsewhere",
      421,
      ({ url }, cookie) => ({ host: "evil.example", origin: url, cookie }),
    ],
    ["nobody in particular", 401, ({ url }) => ({ origin: url })],
    ["a cookie without an origin", 403, (_, cookie) => ({ cookie })],
  ])("is refused to %s", async (_, status, headers) => {
    const portal = thePortal();
    const { cookie, key } = await pageTicket(portal);
    expect(await upgrade(portal, headers(portal, cookie), key)).toBe(status);
  });

  it("is open to a page of ours", async () => {
    const portal = thePortal();
    const { cookie, key } = await pageTicket(portal);
    expect(await upgrade(portal, { origin: portal.url, cookie }, key)).toBe(101);
    expect(await upgrade(portal, { origin: portal.url, cookie }, "")).toBe(401);
  });
});

it("the token leaves the address bar at once for a cookie that no script can read", async () => {
  const portal = thePortal();
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  expect(page.url()).toBe(`${portal.site}/`);
  const cookies = await profile.cookies();
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: "Strict", path: "/" }]);
  expect(cookies[0]?.value).not.toContain(portal.token);
  expect(await page.evaluate("document.cookie")).toBe("");
  const kept = await page.evaluate<string>(
    "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.length])",
  );
  expect(kept).not.toContain(portal.token);
  await page.goBack();
  expect(page.url()).not.toContain(portal.token);
});

it("another site's page in the same browser can neither read nor change anything", async () => {
  const portal = thePortal();
  const { id } = await portal.ask();
  await using profile = await chromium.profile();
  await portal.open(profile, "/");
  const page = await profile.newPage();
  await page.route("http://evil.example/**", (route) =>
    route.fulfill({ contentType: "text/html", body: "<p>hello</p>" }),
  );
  await page.goto("http://evil.example/");
  const tried = await page.evaluate(`Promise.all([
    fetch("${portal.site}/api/asks", { credentials: "include" }),
    fetch("${portal.site}/api/asks/${id}/reject", {
      method: "POST", credentials: "include", headers: { "content-type": "application/json" }, body: '{"kind":"cancel"}',
    }),
    new Promise((resolve, reject) => {
      const socket = new WebSocket("${portal.site.replace("http", "ws")}/live");
      socket.onopen = resolve;
      socket.onerror = reject;
    }),
  ].map((one) => one.then(() => "worked", () => "failed")))`);
  expect(tried).toEqual(["failed", "failed", "failed"]);
  // The browser sends a `no-cors` post but hides its reply, so the effect on the ask is checked.
  await page.evaluate(`fetch("${portal.site}/api/asks/${id}/reject", {
    method: "POST", mode: "no-cors", credentials: "include", body: '{"kind":"cancel"}',
  }).catch(() => undefined)`);
  expect((await portal.load(id)).outcome).toBeNull();
});

describe("an agent's words", () => {
  const evil = [
    "<script>window.pwned = 1</script>",
    "<img src=x onerror=window.pwned=2>",
    "<img src=https://evil.example/pixel.png>",
    "<svg onload=window.pwned=3>",
    '<iframe srcdoc="<script>parent.pwned=4</script>"></iframe>',
    "[click](javascript:window.pwned=5)",
    "[data](data:text/html,<script>window.pwned=6</script>)",
    "![image](https://evil.example/image.png)",
    "<https://evil.example/auto>",
    '<a href="javascript:window.pwned=7" onclick="window.pwned=8">raw</a>',
    "<style>body{background:url(https://evil.example/style)}</style>",
    '<form action="https://evil.example"><button>go</button></form>',
  ];
  const block = [
    "```js",
    "</code><script>window.pwned = 9</script>",
    "```",
    "```<img/onerror=1>",
    "x",
    "```",
  ].join("\n");
  const line = evil.join(" ");
  const markdown = `${evil.join("\n\n")}\n\n${block}\n\n[good](https://good.example/path)`;

  it("are inert wherever they are shown: open, on the dashboard, and settled", async () => {
    const portal = thePortal();
    const { id } = await portal.ask(undefined, {
      questions: [
        {
          title: line.slice(0, 200),
          prompt: markdown,
          selectionMode: "hybrid",
          placeholder: line.slice(0, 480),
          options: [
            {
              id: '"><script>window.pwned=10</script>',
              label: line.slice(0, 480),
              description: line,
            },
          ],
        },
      ],
      context: markdown,
      source: { kind: line, agentId: line, project: line, workingDirectory: `/${line}` },
      presentation: { startingGlobalNote: line },
    });
    await using profile = await chromium.profile();
    const page = await profile.newPage();
    const witness = watch(page, portal.site);
    await page.goto(await portal.linkTo("/"));
    await page.getByRole("listitem").first().waitFor();
    await page.goto(`${portal.site}/choice/${id}`);
    await page.getByRole("radio").waitFor();
    // The markdown reader is loaded after the form.
    await page.locator(".markdown a").first().waitFor();
    const links = await page.locator(".markdown a").all();
    for (const link of links) {
      await expectPage(link).toHaveAttribute("href", /^https:\/\/(evil|good)\.example\//);
      await expectPage(link).toHaveAttribute("rel", /noopener/);
      await expectPage(link).toHaveAttribute("target", "_blank");
    }
    await expectPage(page.getByText("(https://good.example/path)").first()).toBeVisible();
    await expectPage(
      page.locator("main :is(script, img, iframe, svg:not(.i), style, object, embed)"),
    ).toHaveCount(0);
    await page.getByRole("radio").click();
    await page.getByRole("button", { name: say.submit, exact: true }).click();
    await page.getByText(say.settled.thanks).waitFor();
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    await page.goto(portal.site);
    await page.getByRole("listitem").first().waitFor();
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    expect(witness).toEqual({ dialogs: [], errors: [], strangers: [] });
  });

  it("are inert when a person wrote them elsewhere", async () => {
    const portal = thePortal();
    const { id } = await portal.ask({ title: "Words", prompt: "Which words?" });
    await run(portal.state, ["answer", id, "--text", "--note", line, line]);
    await using profile = await chromium.profile();
    const page = await profile.newPage();
    const witness = watch(page, portal.site);
    await page.goto(await portal.linkTo(`/choice/${id}`));
    await page.getByText("window.pwned = 1").first().waitFor();
    expect(await page.evaluate("window.pwned")).toBeUndefined();
    expect(witness).toEqual({ dialogs: [], errors: [], strangers: [] });
  });
});

function watch(page: Page, url: string) {
  const seen = { dialogs: [] as string[], errors: [] as string[], strangers: [] as string[] };
  page.on("dialog", async (dialog) => {
    seen.dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  page.on("console", (message) => message.type() === "error" && seen.errors.push(message.text()));
  page.on("pageerror", (error) => seen.errors.push(error.message));
  page.on("request", (one) => new URL(one.url()).origin !== url && seen.strangers.push(one.url()));
  return seen;
}

/** A bare request with the right token and type by default. An empty header is left out. */
function sendRequest(
  { url, token }: Portal,
  method: string,
  path: string,
  changed: Headers,
  body?: string,
) {
  const right = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    ...changed,
  };
  const headers = Object.fromEntries(Object.entries(right).filter(([, value]) => value !== ""));
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const sent = request(
        { host: "127.0.0.1", port: port(url), method, path, headers },
        (response) => {
          response.resume();
          resolve({ status: response.statusCode ?? 0, headers: response.headers });
        },
      );
      sent.on("error", reject);
      sent.end(body);
    },
  );
}

/** The status of a WebSocket handshake: 101 if it was accepted. */
function upgrade({ url }: Portal, headers: Headers, key: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace("http", "ws")}/live?key=${key}`, { headers });
    socket.on("open", () => {
      socket.close();
      resolve(101);
    });
    socket.on("unexpected-response", (_, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on("error", reject);
  });
}

function port(url: string): string {
  return new URL(url).port;
}
