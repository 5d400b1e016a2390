/** Permissions on Slack: what destroys asks twice, what is cut cannot be allowed, a no is one. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AskInput } from "../../src/desk/desk.ts";
import { until } from "../support/patience.ts";
import { deleting, forPasskey, unclear } from "../support/permissions.ts";
import { startSlackHere } from "../support/slack-here.ts";
import { elementsOf, type Shown, wordsIn } from "../support/slack-stand-in.ts";

let here: Awaited<ReturnType<typeof startSlackHere>>;
beforeAll(async () => {
  here = await startSlackHere();
});
afterAll(() => here[Symbol.asyncDispose]());

let asks = 0;

/** Each has a project of its own, by which its card is found. */
async function asked(input: Pick<AskInput, "questions">) {
  asks += 1;
  const project = `project-${asks}`;
  const { id } = await here.desk.ask({ ...input, source: { kind: "test", project } });
  return { id, card: await here.shown("C1", new RegExp(`📁 ${project}\\b`)) };
}

const buttonOf = (card: Shown, id: string) =>
  elementsOf(card).find(({ action_id }) => action_id === id);
const outcomeOf = async (id: string) => (await here.desk.load(id)).outcome;

async function whispered(words: RegExp) {
  await until(`${words}`, async () =>
    here.stand.whispers("U1").some(({ text }) => words.test(text)),
  );
}

describe("what destroys", () => {
  it("is allowed by a button that asks once more, and refused at once", async () => {
    const { id, card } = await asked(deleting());
    const allow = buttonOf(card, "user_choice_allow");
    expect(allow.confirm).toMatchObject({
      text: { text: "Deletes files. It cannot be undone.\n\nrm -rf build" },
      style: "danger",
    });
    expect(allow.style).toBe("danger");
    const { confirm, style } = buttonOf(card, "user_choice_deny");
    expect([confirm, style]).toEqual([undefined, undefined]);
    // One no is enough.
    expect(buttonOf(card, `cancel_form_${id}`)).toBeUndefined();
    await here.stand.clickRaw("U1", card, allow);
    expect((await here.desk.wait(id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["allow"] }] },
    });
  });

  it("is not allowed by a click that was not confirmed, nor by a typed word", async () => {
    const { id, card } = await asked(deleting());
    const value = JSON.stringify({ sessionKey: id, choiceId: "allow" });
    const element = { type: "button", action_id: "user_choice_allow", value };
    await here.stand.clickRaw("U1", card, element);
    await whispered(/only by its button, which asks you once more/);
    await here.stand.say("U1", "C1", "allow once", { threadTs: card.ts });
    await until("a second refusal", async () => here.stand.whispers("U1").length > 1);
    await whispered(new RegExp(`<https://askline.example.com/choice/${id}\\|on its page>`));
    expect(await outcomeOf(id)).toBeNull();
    await here.stand.say("U1", "C1", "deny", { threadTs: card.ts });
    expect((await here.desk.wait(id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["deny"] }] },
    });
  });
});

describe("a no", () => {
  it.each([
    [
      "its button",
      (card: Shown) => here.stand.clickRaw("U1", card, buttonOf(card, "user_choice_deny")),
    ],
    [
      "own words",
      async (card: Shown) => {
        await here.stand.clickRaw("U1", card, buttonOf(card, "custom_input_single"));
        await until("the window", async () => here.stand.views.length > 0);
        await here.stand.submit("U1", "not on this machine");
      },
    ],
    ["declining", (card: Shown) => here.stand.say("U1", "C1", "cancel", { threadTs: card.ts })],
  ])("is called one, and not an answer: %s", async (_, act) => {
    const { id, card } = await asked(unclear());
    await act(card);
    await here.desk.wait(id);
    const settled = await until("the end", async () =>
      here.stand
        .in("C1")
        .find(({ ts, blocks }) => ts === card.ts && !JSON.stringify(blocks).includes("action_id")),
    );
    expect(wordsIn(settled)).toContain("⛔ Denied by Name of U1, in Slack");
    expect(wordsIn(settled)).toContain("npm install left-pad");
    expect(wordsIn(settled)).not.toMatch(/Answered|✅/);
  });
});

describe("what nobody can tell", () => {
  it("is said in the small print, without a warning, and allowed by one click", async () => {
    const { id, card } = await asked(unclear());
    expect(wordsIn(card)).toContain("Cannot tell what `npm install` does");
    expect(wordsIn(card)).not.toContain("⚠️");
    const allow = buttonOf(card, "user_choice_allow");
    expect(allow.confirm).toBeUndefined();
    await here.stand.clickRaw("U1", card, allow);
    expect((await here.desk.wait(id)).outcome?.status).toBe("completed");
  });
});

describe("a command that does not fit", () => {
  it("cannot be allowed: no button does, and no forged click or typed word", async () => {
    const { id, card } = await asked(unclear(`echo ${"x".repeat(12_000)} && make`, "make"));
    expect(wordsIn(card)).toContain("…");
    expect(wordsIn(card)).toMatch(/too long to be shown whole, so it cannot be allowed here/);
    // The page asks who comes, so the address carries no code.
    expect(wordsIn(card)).toContain(`<https://askline.example.com/choice/${id}|Read and decide`);
    expect(buttonOf(card, "user_choice_allow")).toBeUndefined();
    expect(buttonOf(card, "user_choice_deny")).toBeDefined();
    const before = here.stand.whispers("U1").length;
    const value = JSON.stringify({ sessionKey: id, choiceId: "allow", confirmed: true });
    const element = { type: "button", action_id: "user_choice_allow", value };
    await here.stand.clickRaw("U1", card, element);
    await here.stand.say("U1", "C1", "allow once", { threadTs: card.ts });
    await until("two refusals", async () => here.stand.whispers("U1").length === before + 2);
    for (const { text } of here.stand.whispers("U1").slice(before))
      expect(text).toContain(`<https://askline.example.com/choice/${id}|Read and decide`);
    expect(await outcomeOf(id)).toBeNull();
    await here.stand.clickRaw("U1", card, buttonOf(card, "user_choice_deny"));
    expect((await here.desk.wait(id)).outcome?.status).toBe("completed");
  });

  it("is allowed as soon as all of it is shown", async () => {
    const { id, card } = await asked(unclear(`echo ${"x".repeat(5_000)} && make`, "make"));
    expect(wordsIn(card)).toContain("xxx && make");
    await here.stand.clickRaw("U1", card, buttonOf(card, "user_choice_allow"));
    expect((await here.desk.wait(id)).outcome?.status).toBe("completed");
  });
});

describe("what needs a passkey", () => {
  it.each([
    ["destroys", deleting()],
    ["cannot be told", unclear()],
  ])("has no button that allows it, and leads to its page: what %s", async (_, permission) => {
    const { id, card } = await asked(forPasskey(permission));
    expect(buttonOf(card, "user_choice_allow")).toBeUndefined();
    // The page asks who comes, so the address carries no code.
    const link = `<https://askline.example.com/choice/${id}|Allow it on its page>`;
    expect(wordsIn(card)).toContain("Only a passkey can allow this, and it signs in the browser.");
    expect(wordsIn(card)).toContain(link);
    expect(wordsIn(card)).toContain("In this thread you can only deny it");
    const before = here.stand.whispers("U1").length;
    const value = JSON.stringify({ sessionKey: id, choiceId: "allow", confirmed: true });
    const element = { type: "button", action_id: "user_choice_allow", value };
    await here.stand.clickRaw("U1", card, element);
    await here.stand.say("U1", "C1", "allow once", { threadTs: card.ts });
    await until("two refusals", async () => here.stand.whispers("U1").length === before + 2);
    for (const { text } of here.stand.whispers("U1").slice(before)) expect(text).toContain(link);
    expect(await outcomeOf(id)).toBeNull();
    await here.stand.clickRaw("U1", card, buttonOf(card, "user_choice_deny"));
    expect((await here.desk.wait(id)).outcome).toMatchObject({
      reply: { answers: [{ optionIds: ["deny"] }] },
    });
  });
});

it("whose window opens is told there that own words deny it, below the command as it is", async () => {
  const { card } = await asked(unclear("python __main__.py **", "python"));
  const before = here.stand.views.length;
  await here.stand.clickRaw("U1", card, buttonOf(card, "custom_input_single"));
  await until("the window", async () => here.stand.views.length > before);
  const [input] = here.stand.views.at(-1).blocks;
  expect(input.label.text).toContain("python __main__.py **");
  expect(input.hint.text).toBe("Your words deny it, and the agent reads them.");
});
