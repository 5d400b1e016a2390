/** A post whose answer was lost may stand in Slack: it is found again, and no card stays double. */
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { startSlackHere } from "../support/slack-here.ts";
import { elementsOf, wordsIn } from "../support/slack-stand-in.ts";

const options = [{ label: "Yes" }, { label: "No" }];
const source = { kind: "program" };
const many = Array.from({ length: 8 }, (_, at) => ({ prompt: `Part ${at + 1}?`, options }));
type Here = Awaited<ReturnType<typeof startSlackHere>>;

const shownIn = ({ stand }: Here, channel = "C1") => stand.in(channel).map(wordsIn);
const recorded = ({ files }: Here, id: string) =>
  until("its record", async () => {
    const isThere = existsSync(files.at("slack", "forms", `${id}.json`));
    return isThere && files.readJson("slack", "forms", `${id}.json`).copies[0]?.isComplete;
  });
const hasEnded = (here: Here) =>
  until("the end everywhere", async () =>
    here.stand.in("C1").every((one) => elementsOf(one).length === 0),
  );

it("a card whose post was not confirmed is found and stays the only one", async () => {
  await using here = await startSlackHere();
  here.stand.lose("chat.postMessage");
  const { id } = await here.desk.ask({ questions: [{ prompt: "One?", options }], source });
  const card = await here.shown("C1", /One\?/);
  await recorded(here, id);
  expect(shownIn(here)).toHaveLength(1);
  await here.stand.click("U1", card, "2. No");
  expect((await here.desk.wait(id)).outcome?.status).toBe("completed");
  await hasEnded(here);
});

it("so is each message of a long form", async () => {
  await using here = await startSlackHere();
  here.stand.lose("chat.postMessage", 2);
  const { id } = await here.desk.ask({ questions: many, source });
  await recorded(here, id);
  expect(shownIn(here).map((words) => words.match(/Part \d\?/g)?.length)).toEqual([6, 2]);
  await here.desk.reject(id, { kind: "cancel" }, { surface: "terminal" });
  await hasEnded(here);
});

it("one that Slack did not tell of is taken away when the ask is settled", async () => {
  await using here = await startSlackHere();
  here.stand.lose("chat.postMessage");
  here.stand.fail("conversations.history", "missing_scope");
  const { id } = await here.desk.ask({ questions: [{ prompt: "One?", options }], source });
  await until("both", async () => shownIn(here).length === 2);
  await here.desk.reject(id, { kind: "cancel" }, { surface: "terminal" });
  await until("one", async () => shownIn(here).length === 1);
  await hasEnded(here);
  expect(shownIn(here)[0]).toContain("Declined");
});

it("a click on the double of a form's later message works, and it ends with the form", async () => {
  await using here = await startSlackHere();
  const { id } = await here.desk.ask({ questions: many, source });
  await recorded(here, id);
  const second = here.stand.in("C1").find((one) => /Part 8\?/.test(wordsIn(one)));
  if (second === undefined) throw new Error("The form has no second message.");
  // Posted by a hub that ended before it could write that down, and that noted nothing beside it.
  const double = { ...second, ts: "1700009999.000100", metadata: undefined };
  here.stand.messages.push(double);
  const pick = (name: string) => elementsOf(double).find(({ action_id: own }) => own === name);
  await here.stand.clickRaw("U1", double, pick(`multi_choice_${id}_q8_2`));
  const now = () => wordsIn(here.stand.messages.find(({ ts }) => ts === double.ts) ?? double);
  await until("the choice on it", async () => now().includes("✅ 2. No"));
  expect(now()).not.toContain("Part 1?");
  await here.desk.reject(id, { kind: "cancel" }, { surface: "terminal" });
  await hasEnded(here);
});
