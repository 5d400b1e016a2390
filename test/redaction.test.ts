/**
 * With redaction on, a token in an agent's call lies in no file and on no surface, and the agent's
 * call is still exactly what it asked for.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { marksIn } from "../src/core/redact/mark.ts";
import { run } from "./support/askline.ts";
import { openAskOf } from "./support/dialog-cells.ts";
import { startHub, type TestHub } from "./support/hub.ts";
import { startProcessAgent } from "./support/process-agent.ts";
import { knownSecrets } from "./support/secret-shapes.ts";

const SECRET = knownSecrets().find(([kind]) => kind === "a GitHub token")?.[1] ?? "";
const REDACTING = { ASKLINE_REDACT: "always" };
const by = { surface: "portal", who: "mira" };

let hub: TestHub;
beforeAll(async () => {
  hub = await startHub({ env: REDACTING });
});
afterAll(() => hub[Symbol.asyncDispose]());

it("says what is hidden in a permission, and the call runs as it was", async () => {
  const { files, state } = hub;
  const agent = startProcessAgent({ files, state, sessionId: "hidden", kind: "claude" });
  const command = `curl -H 'Authorization: token ${SECRET}' https://api.example/door`;
  const dialog = await agent.openDialog({ command });
  const ask = await openAskOf(hub.desk, "hidden");
  const [mark = ""] = marksIn(ask.questions[0]?.prompt ?? "");
  expect(mark).toMatch(/^‹hidden: a GitHub token [\w-]{12}›$/);
  expect(ask.dialog?.input["command"]).toBe(command.replace(SECRET, mark));
  const shown = await run(state, ["show", ask.id]);
  expect(shown.stdout.replace(/\s+/g, " ")).toContain("hidden: a GitHub token");

  await hub.desk.answer(ask.id, { answers: [{ optionIds: ["allow"] }] }, by);
  const [printed = ""] = await dialog.printed;
  // Nothing is put in the place of the agent's own call.
  expect(JSON.parse(printed).hookSpecificOutput.decision).toEqual({ behavior: "allow" });
  expect(everythingBelow(files.at("sessions"))).not.toContain(SECRET);
});

it("is put back into a call that a person changed around it", async () => {
  const { files, state } = hub;
  const agent = startProcessAgent({ files, state, sessionId: "changed", kind: "claude" });
  const dialog = await agent.openDialog({ command: `deploy --token ${SECRET} --all` });
  const ask = await openAskOf(hub.desk, "changed");
  const shown = String(ask.dialog?.input["command"]);
  const editedInput = { ...ask.dialog?.input, command: shown.replace("--all", "--dry-run") };
  await hub.desk.answer(ask.id, { answers: [{ optionIds: ["allow"], editedInput }] }, by);
  const [printed = ""] = await dialog.printed;
  expect(JSON.parse(printed).hookSpecificOutput.decision.updatedInput.command).toBe(
    `deploy --token ${SECRET} --dry-run`,
  );
  expect(everythingBelow(files.at("sessions"))).not.toContain(SECRET);
});

it("is in the agent's own question when its answers go back", async () => {
  const agent = hub.agent("asks", {});
  const question = `Is ${SECRET} still in use?`;
  const input = {
    questions: [{ question, header: "Token", options: [{ label: "Yes" }, { label: "No" }] }],
  };
  const dialog = await agent.openDialog("AskUserQuestion", input);
  const ask = await hub.openAsk("asks");
  expect(JSON.stringify(ask)).not.toContain(SECRET);
  await hub.desk.answer(ask.id, { answers: [{ optionIds: ["2"] }] }, by);
  expect(await dialog.ended).toMatchObject({
    decision: { behavior: "allow", updatedInput: { ...input, answers: { [question]: "No" } } },
  });
});

it("is not hidden in a person's own files unless they want it", async () => {
  const asked = ["ask", `Use ${SECRET}?`, "-o", "Yes", "-o", "No", "--no-wait"];
  const plain = (await run(hub.state, asked)).stdout.trim();
  expect((await hub.desk.load(plain)).questions[0]?.prompt).toBe(`Use ${SECRET}?`);
  const hidden = (await run(hub.state, asked, { env: REDACTING })).stdout.trim();
  expect((await hub.desk.load(hidden)).questions[0]?.prompt).toMatch(
    /^Use ‹hidden: a GitHub token [\w-]{12}›\?$/,
  );
});

function everythingBelow(folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true });
  const texts = files
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), "utf8"));
  return texts.join("\n");
}
