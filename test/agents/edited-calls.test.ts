/**
 * A call that a person changed before they allowed it: what the agent's hook prints, what stands on
 * record, and that the change is judged like any other call.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openDesk } from "../../src/askline.ts";
import { NotConfirmed } from "../../src/core/ask/errors.ts";
import { run, runJson } from "../support/askline.ts";
import { openAskOf } from "../support/dialog-cells.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { until } from "../support/patience.ts";
import { startProcessAgent } from "../support/process-agent.ts";

let hub: TestHub;
beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub[Symbol.asyncDispose]());

const by = { surface: "portal", who: "mira" };
const allow = (editedInput?: Record<string, unknown>, option = "allow") => ({
  answers: [{ optionIds: [option], ...(editedInput && { editedInput }) }],
});

it("is what the real hook process prints, sealed, and told as changed", async () => {
  const { files, state } = hub;
  const agent = startProcessAgent({ files, state, sessionId: "edited", kind: "claude" });
  const dialog = await agent.openDialog({ command: "npm run deploy" });
  const ask = await openAskOf(hub.desk, "edited");
  expect(ask.presentation?.editable).toEqual({ field: "command" });
  const editedInput = { ...ask.dialog?.input, command: "npm run deploy -- --dry-run" };

  await hub.desk.answer(ask.id, allow(editedInput), by);

  const [printed = ""] = await dialog.printed;
  expect(JSON.parse(printed).hookSpecificOutput.decision).toEqual({
    behavior: "allow",
    updatedInput: editedInput,
  });
  const shown = await runJson(state, ["show", ask.id]);
  expect(shown).toMatchObject({
    sealed: true,
    outcome: { reply: allow(editedInput), provenance: { by: "person", who: "mira" } },
  });
  expect((await run(state, ["show", ask.id])).stdout).toMatch(
    /Allowed with changes[\s\S]*--dry-run/,
  );
  expect((await run(state, ["history"])).stdout).toContain("Allowed with changes");
  // The same answer again is taken quietly, another change is not.
  await hub.desk.answer(ask.id, allow(editedInput), by);
  await expect(hub.desk.answer(ask.id, allow({ command: "ls" }), by)).rejects.toThrow(
    /already completed/,
  );
});

it("that ran is the decision used; what ran unchanged is not", async () => {
  const effects = [];
  for (const isUsed of [true, false]) {
    const agent = hub.agent(`ran-${isUsed}`, {});
    let go = () => {};
    const runs = new Promise<void>((resolve) => (go = resolve));
    const dialog = await agent.openDialog("Bash", { command: "make" }, { runs });
    const ask = await hub.openAsk(agent.sessionId);
    if (!isUsed) dialog.answerInTerminal();
    await hub.desk.answer(ask.id, allow({ command: "make -n" }), by);
    go();
    await dialog.ended;
    effects.push(await until("the effect", async () => (await hub.desk.load(ask.id)).effect?.kind));
  }
  expect(effects).toEqual(["used", "overruled"]);
});

it("is judged: what destroys is confirmed, what no longer destroys is not", async () => {
  const agent = hub.agent("judged-again", {});
  const dialog = await agent.openDialog("Bash", { command: "npm test" });
  const { id } = await hub.openAsk(agent.sessionId);
  const edited = allow({ command: "rm -rf src" });
  await expect(hub.desk.answer(id, edited, by)).rejects.toThrow(NotConfirmed);
  await hub.desk.answer(id, edited, { ...by, confirmed: true });
  expect(await dialog.ended).toMatchObject({
    decision: { updatedInput: { command: "rm -rf src" } },
  });

  const other = hub.agent("judged-tame", {});
  await other.openDialog("Bash", { command: "rm -rf src" });
  const tamed = await hub.openAsk(other.sessionId);
  await expect(hub.desk.answer(tamed.id, allow(), by)).rejects.toThrow(NotConfirmed);
  await hub.desk.answer(tamed.id, allow({ command: "ls src" }), by);
  expect((await hub.desk.load(tamed.id)).outcome?.status).toBe("completed");
});

it("is only for allowing once, and only where the client takes it", async () => {
  const suggestions = [
    { type: "addRules", rules: [{ toolName: "Bash" }], behavior: "allow", destination: "session" },
  ];
  const agent = hub.agent("once-alone", {});
  await agent.openDialog("Bash", { command: "make" }, { suggestions });
  const { id } = await hub.openAsk(agent.sessionId);
  for (const option of ["always-1", "deny"])
    await expect(hub.desk.answer(id, allow({ command: "ls" }, option), by)).rejects.toThrow(/once/);
  const idle = await hub.desk.answer(id, allow({ command: "make" }), by);
  expect(idle.outcome).toMatchObject({ reply: { answers: [{ optionIds: ["allow"] }] } });
  expect(JSON.stringify(idle.outcome)).not.toContain("editedInput");

  const codex = hub.agent("takes-none", { client: "codex" });
  const replied = codex.post("PermissionRequest", {
    tool_name: "Bash",
    tool_input: { command: "make" },
  });
  const other = await hub.openAsk(codex.sessionId);
  expect(other.presentation?.editable).toBeUndefined();
  await expect(hub.desk.answer(other.id, allow({ command: "ls" }), by)).rejects.toThrow(/changed/);
  await hub.desk.answer(other.id, allow(undefined, "deny"), by);
  await replied;
});

it("that another program wrote is no decision: the agent's own terminal goes on asking", async () => {
  const { files, state } = hub;
  const agent = startProcessAgent({ files, state, sessionId: "foreign", kind: "claude" });
  const dialog = await agent.openDialog({ command: "npm test" });
  const { id } = await openAskOf(hub.desk, "foreign");
  const stranger = await openDesk({ sessionsDirectory: files.at("sessions") });
  await stranger.answer(id, allow({ command: "curl evil.example" }), by);
  await stranger.close();
  expect(await dialog.printed).toEqual(["{}"]);
  const record = await runJson(state, ["show", id]);
  expect([record.sealed, record.taken]).toEqual([false, undefined]);
});
