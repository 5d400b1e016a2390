/** Who decides nothing in Slack: other workspaces, other apps, and accounts that were taken away. */
import { expect, it } from "vitest";
import { until } from "../support/patience.ts";
import { startSlackHere } from "../support/slack-here.ts";

const QUESTION = {
  questions: [
    {
      title: "Sure?",
      prompt: "Sure?",
      selectionMode: "single" as const,
      options: [
        { id: "yes", label: "Yes" },
        { id: "no", label: "No" },
      ],
    },
  ],
  source: { kind: "test" },
  mode: "detached" as const,
};

it.each([
  ["another team", { teamId: "T2" }],
  ["another app", { appId: "A2" }],
  ["a person of another team, in a shared channel", { userTeamId: "T2" }],
])("a click of %s is not taken", async (_, strange) => {
  await using here = await startSlackHere();
  const { stand, desk, warnings } = here;
  const { id } = await desk.ask(QUESTION);
  const card = await here.shown("C1", /Sure\?/);
  const own = { ...stand.workspace };
  Object.assign(stand.workspace, strange);
  await stand.click("U1", card, /Yes/);
  await until("the warning", () => warnings.some((one) => /another Slack workspace/.test(one)));
  expect((await desk.load(id)).outcome).toBeNull();
  Object.assign(stand.workspace, own);
  await stand.click("U1", card, /No/);
  expect((await desk.wait(id)).outcome).toMatchObject({
    reply: { answers: [{ optionIds: ["no"] }] },
  });
});

it("a deactivated person's click is refused, even if they are on the list", async () => {
  await using here = await startSlackHere({ config: { people: ["U1", "U2"] } });
  const { stand, desk } = here;
  const { id } = await desk.ask(QUESTION);
  const card = await here.shown("C1", /Sure\?/);
  stand.deactivated.add("U1");
  await stand.click("U1", card, /Yes/);
  await until("the refusal", () => stand.whispers("U1").length > 0);
  expect((await desk.load(id)).outcome).toBeNull();
  await stand.click("U2", card, /No/);
  expect((await desk.wait(id)).outcome).toMatchObject({
    reply: { answers: [{ optionIds: ["no"] }] },
  });
});
