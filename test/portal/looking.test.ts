/** Who else is looking at the same question, from live connections alone. */
import { expect, it } from "vitest";
import { paneWords } from "../../web/portal/parts/pane-words.ts";
import { expectClean } from "../support/accessible.ts";
import { run } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { startPortal } from "../support/portal.ts";

const chromium = openChromium();
const { looking } = paneWords("en");

it("is shown beside the question, by the name of the phone, and ends with its page", async () => {
  await using portal = await startPortal();
  const { id } = await portal.ask();
  await using mine = await chromium.profile({ viewport: { width: 1440, height: 900 } });
  const page = await portal.open(mine, "/");
  const shown = page.locator("#question .looking");
  await page.locator("#question .decide").waitFor();
  // Another tab of this browser is nobody else.
  const tab = await mine.newPage();
  await tab.goto(`${portal.site}/choice/${id}`);
  await tab.locator(".decide").waitFor();

  const { stdout } = await run(portal.state, ["token", "create", "Mina's phone", "--json"]);
  await using theirs = await chromium.profile({ viewport: { width: 390, height: 800 } });
  const phone = await theirs.newPage();
  const token = encodeURIComponent(JSON.parse(stdout).token);
  await phone.goto(`${portal.url}/open?token=${token}&to=/choice/${id}`);
  await expectPage(shown).toHaveText(`M${looking.are(["Mina's phone"])}`);
  await expectPage(phone.locator(".looking .face")).toHaveCount(1);
  await expectClean(page);

  const away = (isAway: boolean) =>
    phone.evaluate(
      `Object.defineProperty(document, "hidden", { value: ${isAway}, configurable: true });
       document.dispatchEvent(new Event("visibilitychange"));`,
    );
  await away(true);
  await expectPage(shown).toHaveText("");
  await away(false);
  await expectPage(shown).toHaveText(/Mina/);
  await using other = await chromium.profile();
  await portal.open(other, `/choice/${id}`);
  await expectPage(shown).toHaveText(/Mina's phone and .* are looking|.* and Mina's phone/);
  await phone.close();
  await expectPage(shown).toHaveText(new RegExp(looking.you));
  expect((await portal.load(id)).outcome).toBeNull();
});
