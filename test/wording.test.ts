/** The words that an agent reads, as printed by the command that waits for an answer. */
import { renameSync } from "node:fs";
import { expect, it } from "vitest";
import { run, runJson, start } from "./support/askline.ts";
import { openSandbox } from "./support/sandbox.ts";

const options = ["-o", "Cheese :: mild", "-o", "Olives", "-o", "Basil"];

it.each([
  ["[S-25] one option, with its description", [], ["cheese"], "→ Cheese — mild\n"],
  ["[S-25] one option, without one", [], ["olives"], "→ Olives\n"],
  [
    "[S-26] several options, a line each, in their own order",
    ["--multi"],
    ["3 and 1"],
    "→ Cheese — mild\n→ Basil\n",
  ],
  ["[S-27] the person's own words, quoted", [], ["it's\nham"], "→ Other: 'it\\'s\\nham'\n"],
  ["[S-28] nothing chosen where nothing is needed", ["--multi"], ["none"], "→ (No selection)\n"],
])("%s", async (_, flags, words, printed) => {
  using files = openSandbox();
  const asking = start(files.path, ["ask", "Which toppings?", ...options, ...flags]);
  const [, id = ""] = await asking.said(/askline answer (\S+)/);
  await run(files.path, ["answer", id, ...words]);
  expect(await asking.finished).toMatchObject({ code: 0, stdout: printed });
});

it("[S-29] an answer that does not belong to its question is never put into words", async () => {
  using files = openSandbox();
  const asking = start(files.path, ["ask", "Which toppings?", ...options]);
  await asking.said(/Waiting/);
  const [{ id }] = await runJson(files.path, ["list"]);
  const timestamp = new Date().toISOString();
  files.writeJson(
    { sessionId: id, timestamp, answers: [{ questionIndex: 0, selectedOption: "Ham", timestamp }] },
    "aside",
  );
  renameSync(files.at("aside"), files.at("sessions", id, "answers.json"));
  const { code, stdout } = await asking.finished;
  expect(code).toBe(5);
  expect(stdout).toMatch(/could not be used.*non-existent option: Ham/);
  expect(stdout).not.toContain("→");
});
