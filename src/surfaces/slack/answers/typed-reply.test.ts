import { expect, it } from "vitest";
import { answerOf, openForm } from "../../../core/ask/form.ts";
import { completeQuestion } from "../../../core/ask/question.ts";
import { readTyped } from "./typed-reply.ts";

const question = (prompt: string) =>
  completeQuestion({
    prompt,
    options: [{ label: "Postgres" }, { label: "SQLite" }, { label: "None" }],
  });
const form = openForm([question("DB?"), question("Auth?")]);

it.each([
  ["1: 1, 2: 3", ["1"], ["3"]],
  ["2: 3; 1: 1", ["1"], ["3"]],
  ["1: sqlite\n2: none", ["2"], ["3"]],
  ["질문 1: 2, 질문 2: 3", ["2"], ["3"]],
  ["1번: 2, 2번: 3", ["2"], ["3"]],
  ["1\n3", ["1"], ["3"]],
  ["1: 2", ["2"], []],
])("%j fills in what it names", (typed, first, second) => {
  const read = readTyped(form, typed);
  expect(read.kind).toBe("filled");
  if (read.kind !== "filled") return;
  expect([0, 1].map((index) => answerOf(read.form, index).optionIds)).toEqual([first, second]);
});

it.each([
  "2",
  "1, 3",
  "1: 9, 2: 1",
  "3: 1",
  "1: 1, 1: 2",
  "1: cancel, 2: 1",
  "cancel\n1",
  "nothing of the kind",
])("%j is not taken for an answer to several questions", (typed) => {
  expect(readTyped(form, typed)).toEqual({ kind: "unclear" });
});

it.each(["cancel", "취소"])("%j declines a form as it does a single question", (typed) => {
  expect(readTyped(form, typed)).toEqual({ kind: "cancel" });
  expect(readTyped(openForm([question("DB?")]), typed)).toEqual({ kind: "cancel" });
});
