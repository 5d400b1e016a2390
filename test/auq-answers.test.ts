/**
 * Answers in the form in which AUQ's terminal inbox writes them: a person's words, whatever they
 * leave out or add beside them.
 */
import { renameSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Running, run, runJson, start } from "./support/askline.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";

const ELABORATE =
  "[ELABORATE_REQUEST] This means the user may have additional info, context or questions, " +
  "or need more details to understand your question. You may exceed the normal length of " +
  "questions and options only once exceptionally.";
const REPHRASE = "[REPHRASE_REQUEST] Please rephrase question 'Size' in a different way";

const COLOUR = { title: "Colour", prompt: "Which colour?", options: labels("Red", "Blue") };
const SIZE = { title: "Size", prompt: "Which size?", options: labels("Small", "Large") };
const EXTRAS = {
  title: "Extras",
  prompt: "Which extras?",
  options: labels("Lid", "Handle", "Spout"),
  multiSelect: true,
};

describe("a waiting agent gets what a person wrote in AUQ's inbox", () => {
  it("with some of several questions answered: the others are told as not answered", async () => {
    using files = openSandbox();
    const asking = await ask(files, [COLOUR, SIZE, EXTRAS]);
    writeAnswers(files, asking.id, [{ questionIndex: 1, selectedOption: "Large" }]);
    const { code, ask: settled } = await asking.outcome();
    expect(code).toBe(0);
    expect(settled.outcome).toMatchObject({
      status: "completed",
      reply: {
        answers: [
          { optionIds: [], unanswered: true },
          { optionIds: ["2"] },
          { optionIds: [], unanswered: true },
        ],
      },
      provenance: { by: "person", surface: "file" },
    });
    expect(settled.outcome.reply.answers[1]).not.toHaveProperty("unanswered");
    expect(settled.text).toBe(
      "1. Which colour?\n→ (No answer)\n\n2. Which size?\n→ Large\n\n3. Which extras?\n→ (No answer)",
    );
    expect(files.readJson("sessions", asking.id, "status.json").status).toBe("completed");
  });

  it("with an empty selection, which is an answer, beside a question without any", async () => {
    using files = openSandbox();
    const asking = await ask(files, [EXTRAS, COLOUR]);
    writeAnswers(files, asking.id, [{ questionIndex: 0, selectedOptions: [] }]);
    expect((await asking.outcome()).ask.text).toBe(
      "1. Which extras?\n→ (No selection)\n\n2. Which colour?\n→ (No answer)",
    );
  });

  it.each([
    ["no words", "", "", null],
    ["a note", "\nUser note: what about\ngreen?", "what about\ngreen?", "what about\ngreen?"],
    [
      "guidance in quotes",
      '\nUser guidance: "say \\"why\\" first"',
      'say "why" first',
      'say "why" first',
    ],
  ])("that asks to say more, with %s", async (_, behind, text, reason) => {
    using files = openSandbox();
    const asking = await ask(files, [COLOUR]);
    writeAnswers(files, asking.id, [{ questionIndex: 0, customText: ELABORATE + behind }]);
    const { code, ask: settled } = await asking.outcome();
    expect(code).toBe(3);
    expect(settled.outcome).toMatchObject({
      status: "rejected",
      kind: "elaborate",
      rejectionReason: reason,
      askBack: [{ questionIndex: 0, kind: "elaborate", text }],
      provenance: { by: "person", surface: "file" },
    });
    expect(settled.outcome).not.toHaveProperty("reply");
    expect(settled.text).not.toContain("REQUEST");
    expect(settled.text).toContain('say more about: "Colour"');
  });

  it("that asks to say more beside an answer: the answer is kept and told too", async () => {
    using files = openSandbox();
    const asking = await ask(files, [COLOUR, SIZE]);
    writeAnswers(files, asking.id, [
      { questionIndex: 0, selectedOption: "Red" },
      { questionIndex: 0, customText: `${ELABORATE}\nUser note: how red?` },
      { questionIndex: 1, customText: `${REPHRASE}\nQuestion index: 1` },
    ]);
    const { ask: settled } = await asking.outcome();
    expect(settled.outcome).toMatchObject({
      status: "rejected",
      kind: "elaborate",
      rejectionReason: "how red?",
      askBack: [
        { questionIndex: 0, kind: "elaborate", text: "how red?" },
        { questionIndex: 1, kind: "rephrase", text: "" },
      ],
      reply: { answers: [{ optionIds: ["1"] }, { optionIds: [], unanswered: true }] },
    });
    expect(settled.text).toContain("1. Which colour?\n→ Red");
    expect(settled.text).toContain("2. Which size?\n→ (No answer)");
  });

  it("that asks to put it differently", async () => {
    using files = openSandbox();
    const asking = await ask(files, [SIZE]);
    writeAnswers(files, asking.id, [
      { questionIndex: 0, customText: `${REPHRASE}\nQuestion index: 0` },
    ]);
    expect((await asking.outcome()).ask.outcome).toMatchObject({
      status: "rejected",
      kind: "rephrase",
      rejectionReason: null,
      askBack: [{ questionIndex: 0, kind: "rephrase", text: "" }],
    });
  });

  it.each(["single", "multi"])("in own words, where we asked for a %s choice", async (mode) => {
    using files = openSandbox();
    const asking = await ask(files, [{ ...COLOUR, selectionMode: mode }]);
    writeAnswers(files, asking.id, [{ questionIndex: 0, customText: "a dark green" }]);
    const { code, ask: settled } = await asking.outcome();
    expect(code).toBe(0);
    expect(settled.text).toBe("1. Which colour?\n→ Other: 'a dark green'");
  });

  it("with several options in the order of the person, and own words", async () => {
    using files = openSandbox();
    const asking = await ask(files, [
      { ...EXTRAS, selectionMode: "multi", minSelections: 1, maxSelections: 2 },
    ]);
    const selectedOptions = ["Spout", "Handle", "Lid"];
    writeAnswers(files, asking.id, [{ questionIndex: 0, selectedOptions, customText: "a box" }]);
    expect((await asking.outcome()).ask.text).toBe(
      "1. Which extras?\n→ Lid\n→ Handle\n→ Spout\n→ Other: 'a box'",
    );
  });

  it("while the status said in-progress, and with fields of its own, which are kept", async () => {
    using files = openSandbox();
    const asking = await ask(files, [COLOUR]);
    changeStatus(files, asking.id, { status: "in-progress", currentQuestionIndex: 0 });
    expect(await runJson(files.path, ["list"])).toMatchObject([{ id: asking.id }]);
    changeStatus(files, asking.id, { lastReadAt: "2026-01-01T00:00:00.000Z" });
    writeAnswers(files, asking.id, [{ questionIndex: 0, selectedOption: "Red" }]);
    await asking.outcome();
    expect(files.readJson("sessions", asking.id, "status.json")).toMatchObject({
      status: "completed",
      currentQuestionIndex: 0,
      lastReadAt: "2026-01-01T00:00:00.000Z",
    });
  });
});

it("reads the same decision from the files of a session that AUQ finished itself", async () => {
  using files = openSandbox();
  const asking = await ask(files, [COLOUR, SIZE]);
  asking.stop();
  writeAnswers(files, asking.id, [{ questionIndex: 1, customText: ELABORATE }]);
  changeStatus(files, asking.id, { status: "completed" });
  const before = files.readJson("sessions", asking.id, "status.json");
  const shown = await runJson(files.path, ["show", asking.id]);
  expect(shown).toMatchObject({ status: "rejected", outcome: { kind: "elaborate" } });
  expect(await runJson(files.path, ["list", "--all"])).toMatchObject([{ status: "rejected" }]);
  expect(await runJson(files.path, ["list"])).toEqual([]);
  expect(files.readJson("sessions", asking.id, "status.json")).toEqual(before);
  expect(await run(files.path, ["answer", asking.id, "red", "small"])).toMatchObject({ code: 7 });
});

function labels(...names: string[]) {
  return names.map((label) => ({ label }));
}

async function ask(files: Sandbox, questions: object[]) {
  const asking: Running = start(files.path, ["ask", "--json"], {
    input: JSON.stringify({ questions }),
  });
  await asking.said(/Waiting/);
  const [{ id }] = await runJson(files.path, ["list"]);
  return {
    id: id as string,
    stop: () => asking.child.kill("SIGKILL"),
    async outcome() {
      const { stdout, code } = await asking.finished;
      return { code, ask: JSON.parse(stdout) };
    },
  };
}

function writeAnswers(files: Sandbox, sessionId: string, answers: object[]) {
  const timestamp = new Date().toISOString();
  const stamped = answers.map((answer) => ({ ...answer, timestamp }));
  files.writeJson({ sessionId, timestamp, answers: stamped }, "answers.tmp");
  renameSync(files.at("answers.tmp"), files.at("sessions", sessionId, "answers.json"));
}

function changeStatus(files: Sandbox, sessionId: string, change: object) {
  const path = ["sessions", sessionId, "status.json"] as const;
  files.writeJson({ ...files.readJson(...path), ...change }, "status.tmp");
  renameSync(files.at("status.tmp"), files.at(...path));
}
