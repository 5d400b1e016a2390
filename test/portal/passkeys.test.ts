/** Passkeys with a real browser and its virtual authenticator. */
import type { BrowserContext, Page } from "@playwright/test";
import { describe, expect, it } from "vitest";
import { messages } from "../../web/portal/parts/messages.ts";
import { run } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { sharePortal } from "../support/portal.ts";

const say = messages("en").passkeys;
const chromium = openChromium();
const thePortal = sharePortal({ env: { ASKLINE_PASSKEY_FOR: "destructive" } });

const dropTable = {
  questions: [
    {
      title: "Bash",
      prompt: "Run `psql -c 'DROP TABLE orders'`?",
      selectionMode: "hybrid" as const,
      options: [
        { id: "deny", label: "Deny" },
        { id: "allow", label: "Allow once" },
      ],
    },
  ],
  presentation: { passkey: true },
};

async function withAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}

async function openPage(profile: BrowserContext, path: string): Promise<Page> {
  const page = await profile.newPage();
  await page.goto(await thePortal().linkTo("/"));
  await withAuthenticator(page);
  await page.goto(new URL(path, thePortal().site).href);
  return page;
}

describe("a passkey", () => {
  it("is added in the browser, signs what is allowed, and is checked by the command", async () => {
    await using profile = await chromium.profile();
    const page = await openPage(profile, "/passkeys");
    await page.getByLabel(say.name).fill("laptop");
    await page.getByRole("button", { name: say.add }).click();
    await expectPage(page.getByText("laptop")).toBeVisible();
    await expectPage(page.getByRole("heading", { name: say.codesTitle })).toBeVisible();

    const ask = await thePortal().ask(dropTable.questions[0], {
      presentation: dropTable.presentation,
    });
    await page.goto(new URL(`/choice/${ask.id}`, thePortal().site).href);
    await expectPage(page.getByText(say.needed)).toBeVisible();
    await page.getByRole("radio", { name: "Allow once" }).click();
    await page.getByRole("button", { name: messages("en").submit, exact: true }).click();
    const { outcome } = await thePortal().settled(ask.id);
    expect(outcome.provenance).toMatchObject({ by: "person", surface: "portal" });
    expect(outcome.provenance.proof).toMatchObject({ kind: "passkey" });

    const verified = await run(thePortal().state, ["verify", ask.id]);
    expect(verified.stdout).toContain("Verified:");
    expect(verified.stdout).toContain("laptop");
    expect(verified.code).toBe(0);
  });

  it("is needed wherever it is allowed, and nowhere to refuse", async () => {
    const ask = await thePortal().ask(dropTable.questions[0], {
      presentation: dropTable.presentation,
    });
    const allowed = await run(thePortal().state, ["answer", ask.id, "Allow once"]);
    expect(allowed.stderr).toContain("This can only be allowed with a passkey.");
    expect(allowed.code).not.toBe(0);
    expect((await thePortal().load(ask.id)).outcome).toBeNull();
    const early = await run(thePortal().state, ["verify", ask.id]);
    expect(early).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Nothing was decided/) });
    const denied = await run(thePortal().state, ["answer", ask.id, "Deny"]);
    expect(denied.code).toBe(0);
    const unsigned = await run(thePortal().state, ["verify", ask.id]);
    expect(unsigned.stdout).toContain("Not verified: no passkey signed this.");
    expect(unsigned.code).toBe(1);
  });
});
