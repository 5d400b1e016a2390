/** Decided, taken and effect, as the pages in a browser say them. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { messages } from "../../web/portal/parts/messages.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { ALLOW, type Dialogs, HOSTILE, openDialogs } from "../support/decided.ts";
import { settledRow, sharePortal } from "../support/portal.ts";

const WORDS = {
  en: {
    overruled: "Not used: declined in the agent's terminal.",
    inTerminal: "Answered in the agent's terminal: MySQL <b>bold</b> <!channel> evil.",
    untaken: "Recorded; the agent has not taken it yet.",
    gone: "The agent no longer waits for it; answer it in the agent's terminal.",
    notUsed: "not used",
  },
  ko: {
    overruled: "쓰이지 않음: 에이전트의 터미널에서 먼저 거절했습니다.",
    inTerminal: "에이전트의 터미널에서 답했습니다: MySQL <b>bold</b> <!channel> evil.",
    untaken: "기록했지만 에이전트가 아직 받지 않았습니다.",
    gone: "에이전트가 더는 기다리지 않습니다. 에이전트의 터미널에서 답하세요.",
    notUsed: "쓰이지 않음",
  },
} as const;
const DECLINED = { kind: "overruled", did: "declined" } as const;

const chromium = openChromium();
const thePortal = sharePortal();
let dialogs: Dialogs;
beforeAll(() => {
  dialogs = openDialogs(thePortal().files.at("sessions"));
});
afterAll(() => dialogs[Symbol.asyncDispose]());

it.each(["en", "ko"] as const)(
  "the page says that nobody took it, and then what the agent did (%s)",
  async (locale) => {
    await using profile = await chromium.profile();
    const say = WORDS[locale];
    const id = await dialogs.put(`Run ${locale}?`);
    const page = await openPage(profile, `/choice/${id}`, locale);
    const list = await openPage(profile, "/", locale);
    await page.getByRole("radio", { name: "Allow once" }).click();
    await page.getByRole("button", { name: messages(locale).submit, exact: true }).click();
    const settled = page.getByRole("main").getByRole("status");
    await expectPage(settled).toContainText(say.untaken);
    await dialogs.desk.markTaken(id, "hook");
    await expectPage(settled).not.toContainText(say.untaken);
    await dialogs.desk.noteEffect(id, DECLINED);
    await expectPage(settled).toContainText(say.overruled);
    await expectPage(settled).toContainText("Allow once");
    const told = list.getByRole("alert").filter({ hasText: say.overruled });
    await expectPage(told).toContainText(`Run ${locale}?`);
    await told.getByRole("button", { name: messages(locale).dashboard.understood }).click();
    await expectPage(told).toHaveCount(0);
    const row = await settledRow(list, `Run ${locale}?`);
    await expectPage(row).toContainText(say.overruled);
    await expectPage(row).toContainText(say.notUsed);
  },
);

it.each(["en", "ko"] as const)(
  "what the terminal decided is plain text in the list and on the page (%s)",
  async (locale) => {
    await using profile = await chromium.profile();
    const id = await dialogs.inTerminal(`Which ${locale}?`, { did: "answered", answer: HOSTILE });
    const page = await openPage(profile, "/", locale);
    const row = await settledRow(page, `Which ${locale}?`);
    await expectPage(row).toContainText(WORDS[locale].inTerminal);
    await page.goto(`${thePortal().site}/choice/${id}`);
    const settled = page.getByRole("main").getByRole("status");
    await expectPage(settled).toContainText(WORDS[locale].inTerminal);
    expect(await settled.locator("b").count()).toBe(0);
  },
);

it.each(["en", "ko"] as const)(
  "an answer for a hook that is gone is refused with where to answer (%s)",
  async (locale) => {
    await using profile = await chromium.profile();
    const id = await dialogs.put(`Gone ${locale}?`);
    const page = await openPage(profile, `/choice/${id}`, locale);
    dialogs.killHook(id);
    // As the page sends it; the page itself may have learned of the end before a click.
    const refused = await page.evaluate(
      async ([path, body]) => {
        const key = JSON.parse(String(localStorage.getItem("askline-key")));
        const headers = { "content-type": "application/json", "x-askline-key": key };
        const response = await fetch(path, { method: "POST", headers, body });
        return { status: response.status, ...(await response.json()) };
      },
      [`/api/asks/${id}/answer`, JSON.stringify({ reply: ALLOW })] as const,
    );
    expect(refused).toMatchObject({ status: 409, error: { code: "owner_gone" } });
    const settled = page.getByRole("main").getByRole("status");
    await expectPage(settled).toContainText(WORDS[locale].gone);
  },
);

async function openPage(
  profile: Awaited<ReturnType<typeof chromium.profile>>,
  path: string,
  locale: "en" | "ko",
) {
  // As a person chose it in the settings of an earlier visit.
  await profile.addInitScript(
    (language) => localStorage.setItem("askline:device", JSON.stringify({ language })),
    locale,
  );
  const page = await profile.newPage();
  await page.goto(await thePortal().linkTo(path));
  await page.getByRole("button", { name: messages(locale).settings.open }).waitFor();
  return page;
}
