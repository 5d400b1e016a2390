/** What another server of this machine gets from the portal's browser, and what it is good for. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { expectPage, openChromium } from "../support/browser.ts";
import { database, say, sharePortal } from "../support/portal.ts";
import { pageTicket } from "../support/serving.ts";

const chromium = openChromium();
const thePortal = sharePortal();

it("no other server on 127.0.0.1 or localhost receives the portal's cookie", async () => {
  const portal = thePortal();
  await using other = await startOtherServer();
  await using profile = await chromium.profile();
  await portal.open(profile, "/");
  const page = await profile.newPage();
  for (const host of ["127.0.0.1", "localhost"]) {
    await page.goto(`http://${host}:${other.port}/`);
    await page.evaluate("fetch('/again')");
  }
  expect(other.cookies()).toEqual([]);
});

it("what a server on another port of our own host receives opens nothing", async () => {
  const portal = thePortal();
  const { id } = await portal.ask();
  await using other = await startOtherServer();
  await using profile = await chromium.profile();
  await portal.open(profile, "/");
  const page = await profile.newPage();
  await page.goto(`http://${new URL(portal.site).hostname}:${other.port}/`);
  await page.evaluate("fetch('/again')");
  // Browsers send cookies to every port of a host; the key stays with the origin.
  const [cookie = ""] = other.cookies();
  expect(cookie).toMatch(/^askline_\d+=/);
  expect(await page.evaluate("JSON.stringify({ ...localStorage })")).toBe("{}");
  expect(await answerAs(portal.url, id, { cookie, origin: portal.site })).toBe(401);
  expect((await portal.load(id)).outcome).toBeNull();
  for (const path of ["/api/asks", "/api/events", "/api/voice/sessions", "/mcp", "/api/agents"])
    expect((await fetch(portal.url + path, { headers: { cookie } })).status).toBe(401);
});

it("a replayed cookie answers nothing, neither alone nor with another browser's key", async () => {
  const portal = thePortal();
  const { id } = await portal.ask();
  const [one, another] = [await pageTicket(portal), await pageTicket(portal)];
  const { cookie } = one;
  const origin = portal.url;
  expect(await answerAs(portal.url, id, { cookie, origin })).toBe(401);
  const wrong = { cookie, origin, "x-askline-key": another.key };
  expect(await answerAs(portal.url, id, wrong)).toBe(401);
  expect(await answerAs(portal.url, id, { origin, "x-askline-key": one.key })).toBe(401);
  expect((await portal.load(id)).outcome).toBeNull();
  expect(await answerAs(portal.url, id, { cookie, origin, "x-askline-key": one.key })).toBe(200);
});

it("a browser that was let in answers, and hears what changes, by its own host", async () => {
  const portal = thePortal();
  const { id } = await portal.ask();
  await using profile = await chromium.profile();
  const page = await portal.open(profile, "/");
  expect(new URL(page.url()).hostname).toBe("askline.localhost");
  const later = await portal.ask({ ...database, title: "Asked while the page was open" });
  await page.getByText("Asked while the page was open").waitFor();
  await page.goto(`${portal.site}/choice/${id}`);
  await page.getByRole("radio", { name: "SQLite" }).click();
  await page.getByRole("button", { name: say.submit, exact: true }).click();
  await expectPage(page.getByText(say.settled.thanks)).toBeVisible();
  expect((await portal.load(later.id)).outcome).toBeNull();
});

function answerAs(url: string, id: string, headers: Record<string, string>): Promise<number> {
  return fetch(`${url}/api/asks/${id}/answer`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ reply: { answers: [{ optionIds: ["pg"] }] } }),
  }).then(({ status }) => status);
}

/** A program of somebody else on this machine, which remembers what browsers send it. */
async function startOtherServer() {
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    seen.push(request);
    response.setHeader("content-type", "text/html").end("<p>hello</p>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    cookies: () => seen.flatMap(({ headers }) => headers.cookie ?? []),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
