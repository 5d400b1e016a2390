/**
 * A question of our tools in a form of the agent's own client: the first answer wins, wherever it is
 * given, and the form closes when that was elsewhere.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { asksIn, untilOpenAsk } from "./support/asks-in.ts";
import { choice } from "./support/choice.ts";
import { openOwnDesk } from "./support/own-desk.ts";
import { type RawClient, startRawClient } from "./support/raw-mcp.ts";
import { openSandbox } from "./support/sandbox.ts";

const FORMS = { elicitation: { form: {} } };
const ELICIT = "elicitation/create";

/** Asks by `provide_choice`, and waits until the question is open. */
async function ask(state: string, client: RawClient, title: string) {
  const call = client.call("provide_choice", { ...choice, title });
  const asked = await untilOpenAsk(state, ({ questions }) => questions[0]?.title === title);
  return { id: asked.id, result: call.result.then(({ structuredContent }) => structuredContent) };
}

function fill(client: RawClient, id: number, result: object) {
  client.send({ jsonrpc: "2.0", id, result });
}

describe("A client with forms", () => {
  const files = openSandbox();
  const client = startRawClient(files.path, "Cursor", {}, FORMS);
  const desk = openOwnDesk(files.at("sessions"));

  afterAll(async () => {
    await client.exit();
    await desk.close();
    files[Symbol.dispose]();
  });

  async function decided(id: string) {
    return (await asksIn(files.path)).find((one) => one.id === id)?.outcome?.provenance;
  }

  it("shows the question, and what was chosen there is recorded as given there", async () => {
    const { id: askId, result } = await ask(files.path, client, "Chosen there");
    const { id, params } = await client.asked(ELICIT);
    expect(params.message).toContain(choice.prompt);
    const { oneOf } = params.requestedSchema.properties.answer_1;
    expect(oneOf).toEqual([
      { const: "pg", title: "Postgres" },
      { const: "lite", title: "SQLite" },
    ]);
    fill(client, id, { action: "accept", content: { answer_1: "lite" } });
    expect(await result).toMatchObject({
      action_status: "selected",
      selection: { selected_ids: ["lite"] },
      provenance: { by: "person", surface: "client" },
    });
    expect(await decided(askId)).toMatchObject({ surface: "client", who: "Cursor" });
  });

  it("closes its form when the question is answered elsewhere", async () => {
    const { id: askId, result } = await ask(files.path, client, "Elsewhere");
    const { id } = await client.asked(ELICIT);
    await desk.answer(askId, { answers: [{ optionIds: ["lite"] }] }, { surface: "terminal" });
    expect((await client.asked("notifications/cancelled")).params.requestId).toBe(id);
    expect((await result).selection.selected_ids).toEqual(["lite"]);
    // Too late: its answer changes nothing.
    fill(client, id, { action: "accept", content: { answer_1: "pg" } });
    const { id: next } = await ask(files.path, client, "The next one");
    await desk.reject(next, {}, { surface: "terminal" });
    expect(await decided(askId)).toMatchObject({ surface: "terminal" });
    await client.asked(ELICIT);
  });

  it.each([
    ["closed", { action: "cancel" }],
    ["refused at once, as where nobody looks", { action: "decline" }],
    ["filled in with what is no answer", { action: "accept", content: {} }],
  ])("leaves the question open elsewhere when its form is %s", async (title, given) => {
    const { id: askId, result } = await ask(files.path, client, title);
    const { id } = await client.asked(ELICIT);
    fill(client, id, given);
    await desk.answer(askId, { answers: [{ optionIds: ["lite"] }] }, { surface: "terminal" });
    expect(await result).toMatchObject({
      action_status: "selected",
      provenance: { surface: "terminal" },
    });
  });

  it("takes a person's refusal for one", async () => {
    const { result } = await ask(files.path, client, "Refused");
    const { id } = await client.asked(ELICIT);
    await sleep(1_100);
    fill(client, id, { action: "decline" });
    expect(await result).toMatchObject({
      action_status: "cancelled",
      provenance: { surface: "client" },
    });
  });

  it("asks several questions in one form, with own words where they are taken", async () => {
    const call = client.call("ask_user_questions", {
      questions: [
        { prompt: "Which?", options: [{ label: "A" }, { label: "B" }], selectionMode: "hybrid" },
        {
          prompt: "Which of these?",
          options: [{ label: "C" }, { label: "D" }],
          ...{ selectionMode: "multi", minSelections: 1 },
        },
        { prompt: "What name?", selectionMode: "text_input" },
      ],
    });
    const { id, params } = await client.asked(ELICIT);
    const { properties, required } = params.requestedSchema;
    expect(Object.keys(properties)).toEqual(["answer_1", "text_1", "answer_2", "text_3"]);
    expect(required).toEqual(["answer_2", "text_3"]);
    const content = { text_1: "neither", answer_2: ["2", "1"], text_3: "askline" };
    fill(client, id, { action: "accept", content });
    const { text } = (await call.result).structuredContent;
    expect(text).toMatch(/neither[\s\S]*C\n→ D[\s\S]*askline/);
  });
});

it.each([
  ["a client without forms", "Cursor", {}],
  ["a client with links alone", "Cursor", { elicitation: { url: {} } }],
  ["Codex, which never closes one", "codex-mcp-client", FORMS],
  ["Claude Code, unless the person wants it", "claude-code", FORMS],
])("%s is shown none", async (_, name, capabilities) => {
  using files = openSandbox();
  const desk = openOwnDesk(files.at("sessions"));
  await using client = startRawClient(files.path, name, {}, capabilities);
  const { id, result } = await ask(files.path, client, "Database");
  const form = client.asked(ELICIT).then(() => "a form");
  await desk.answer(id, { answers: [{ optionIds: ["lite"] }] }, { surface: "terminal" });
  expect(await Promise.race([form, result.then(() => "none")])).toBe("none");
  await desk.close();
});

describe("Claude Code", () => {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "claude-code", version: "2.1.325" },
    "io.modelcontextprotocol/clientCapabilities": FORMS,
  };
  const probe = { jsonrpc: "2.0", id: "probe", method: "server/discover", params: { _meta } };

  it("finds no newer protocol if the person wants forms, and shows them", async () => {
    using files = openSandbox();
    const wanted = { ASKLINE_FORMS_IN_CLAUDE_CODE: "true" };
    await using client = startRawClient(files.path, "", wanted);
    const found = client.reply("probe");
    client.send(probe);
    expect((await found).error.code).toBe(-32601);
    client.initialize("claude-code", FORMS);
    client.call("provide_choice", choice);
    expect((await client.asked(ELICIT)).params.message).toContain(choice.prompt);
  });

  it("finds the newer protocol otherwise", async () => {
    using files = openSandbox();
    await using client = startRawClient(files.path, "");
    const found = client.reply("probe");
    client.send(probe);
    expect((await found).result.supportedVersions).toContain("2026-07-28");
  });
});
