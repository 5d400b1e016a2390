/** What a token cannot do through the store's routes: decide, read and write in another's place. */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run, runJson } from "./support/askline.ts";
import { bearer, type HubProcess, startHubProcess } from "./support/hub-process.ts";

const REFUSED = 403;
let hub: HubProcess;
let tokens: Record<"ci" | "both" | "ada" | "bob", string>;
beforeAll(async () => {
  hub = await startHubProcess({ ASKLINE_REDACT: "always", ASKLINE_PASSKEY_FOR: "destructive" });
  const made = async (name: string, ...rights: string[]) =>
    (await runJson(hub.state, ["token", "create", name, ...rights])).token as string;
  tokens = {
    ci: await made("ci", "--scope", "ask"),
    both: await made("both", "--scope", "ask,answer", "--person", "Eve"),
    ada: await made("ada", "--scope", "answer", "--person", "Ada"),
    bob: await made("bob", "--scope", "answer", "--person", "Bob"),
  };
});
afterAll(() => hub[Symbol.asyncDispose]());

describe("what needs a passkey", () => {
  const passkey = { presentation: { passkey: true } };

  it("is not allowed by the ask itself, as it is put or put again", async () => {
    const ask = newAsk(passkey);
    const whole = { ...ask, outcome: completed() };
    expect((await put(tokens.both, whole)).status).toBe(REFUSED);
    expect((await put(tokens.both, ask)).status).toBe(200);
    for (const again of [whole, { ...whole, presentation: {} }])
      expect((await put(tokens.both, again, crypto.randomUUID())).status).toBe(REFUSED);
    await isOpen(ask.id);
  });

  it.each(["person", "rule", "default"])("is not allowed by a %s with a token", async (by) => {
    const ask = newAsk(passkey);
    await put(tokens.ci, ask);
    for (const token of [tokens.ci, tokens.ada])
      expect((await settle(token, ask.id, completed({ by }))).status).toBe(REFUSED);
    await isOpen(ask.id);
  });

  it("is not allowed by changing the call into one that destroys", async () => {
    const ask = newAsk({ ...permissionFor("ls"), presentation: EDITABLE });
    await put(tokens.ci, ask);
    const reply = { answers: [{ optionIds: ["allow"], editedInput: { command: "rm -rf /" } }] };
    const settled = await settle(tokens.ada, ask.id, { ...completed(), reply });
    expect(settled.status).toBe(REFUSED);
    await isOpen(ask.id);
  });
});

describe("a call that its asker says nothing about", () => {
  const DESTRUCTIVE = { level: "destructive", reasons: ["deletes_files"] };
  const UNCLEAR = { level: "unclear", reasons: ["unclear"], part: "frobnicate" };

  it.each([
    ["nothing", {}],
    ["less", { risk: UNCLEAR }],
    ["another kind of dialog", {}, { kind: "plan_approval" }],
  ])("is judged here where it destroys: %s is said", async (_, presentation, more?: object) => {
    const ask = newAsk({ ...permissionFor("rm -rf /", more), presentation });
    const { urgency, presentation: kept } = (await put(tokens.both, ask)).body.ask;
    expect(kept).toMatchObject({ risk: DESTRUCTIVE, passkey: true });
    expect(urgency).toBe("high");
    for (const token of [tokens.both, tokens.ada])
      expect((await settle(token, ask.id, completed())).status).toBe(REFUSED);
    await isOpen(ask.id);
  });

  it("does not come allowed already, first or again", async () => {
    const ask = newAsk(permissionFor("rm -rf /"));
    const whole = { ...ask, outcome: completed() };
    expect((await put(tokens.both, whole)).status).toBe(REFUSED);
    expect((await put(tokens.both, ask)).status).toBe(200);
    expect((await put(tokens.both, ask)).status).toBe(200);
    expect((await put(tokens.both, whole, crypto.randomUUID())).status).toBe(REFUSED);
    await isOpen(ask.id);
  });

  it("can be unclear, or harmless", async () => {
    expect(await riskOf("frobnicate")).toEqual(UNCLEAR);
    expect(await riskOf("ls")).toBeUndefined();
  });

  it("keeps what its asker found, where that is worse", async () => {
    const found = { level: "destructive", reasons: ["overwrites_history"] };
    expect(await riskOf("ls", { risk: found })).toEqual(found);
    expect(await riskOf("frobnicate", { risk: found })).toEqual(found);
    const reasons = [...found.reasons, ...DESTRUCTIVE.reasons];
    expect(await riskOf("rm -rf /", { risk: found })).toEqual({ ...found, reasons });
  });

  it("is changed into one that destroys with a passkey alone", async () => {
    const ask = newAsk({
      ...permissionFor("ls"),
      presentation: { editable: { field: "command" } },
    });
    await put(tokens.ci, ask);
    expect((await loaded(ask.id)).presentation).toEqual(EDITABLE);
  });

  it("is not looked up in this machine's files", async () => {
    const scripts = { scripts: { clean: "rm -rf /" } };
    writeFileSync(hub.files.at("package.json"), JSON.stringify(scripts));
    const workingDirectory = hub.files.at(".");
    const source = { kind: "hook", workingDirectory };
    expect(await riskOf("npm run clean", undefined, { source })).not.toEqual(DESTRUCTIVE);
  });

  async function riskOf(command: string, presentation?: object, more: object = {}) {
    const said = presentation && { presentation };
    const ask = newAsk({ ...permissionFor(command), ...said, ...more });
    expect((await put(tokens.ci, ask)).status).toBe(200);
    return (await loaded(ask.id)).presentation?.risk;
  }
});

describe("somebody else's ask", () => {
  it("is decided by people alone, not in the name of a rule", async () => {
    const ask = newAsk();
    await put(tokens.ci, ask);
    for (const by of ["rule", "default"])
      expect((await settle(tokens.ada, ask.id, completed({ by }))).status).toBe(REFUSED);
    await isOpen(ask.id);
  });

  it("stays its owner's", async () => {
    const ask = newAsk();
    await put(tokens.ci, ask);
    const thief = { pid: 1, host: "thief", startedAt: "1", mode: "blocking" };
    const amend = (change: object) =>
      send(tokens.ada, `/asks/${ask.id}/amend`, { change, sentAt: now() });
    for (const change of [{ owner: thief }, { ownerGoneAt: now() }, { leftOpenAt: now() }])
      expect((await amend(change)).status).toBe(REFUSED);
    expect((await amend({ expiresAt: null })).status).toBe(200);
    expect((await loaded(ask.id)).owner).toBeNull();
  });

  it("comes with no answer of a person who may not answer there", async () => {
    await run(hub.state, ["project", "set", "vault", "--answer", "Ada"]);
    const ask = { ...newAsk({ source: { kind: "cli", project: "vault" } }) };
    expect((await put(tokens.both, { ...ask, outcome: completed() })).status).toBe(REFUSED);
    expect((await put(tokens.both, ask)).status).toBe(200);
    const again = { ...ask, outcome: completed() };
    expect((await put(tokens.both, again, crypto.randomUUID())).status).toBe(REFUSED);
    await isOpen(ask.id);
  });
});

describe("a draft", () => {
  it("is its person's alone", async () => {
    const ask = newAsk();
    await put(tokens.ci, ask);
    const of = (person: string) =>
      `/asks/${ask.id}/draft?query=${encodeURIComponent(JSON.stringify({ surface: "portal", person }))}`;
    const save = (token: string, person: string, draft: string) =>
      send(token, of(person), { draft }, "PUT");
    await save(tokens.ada, "Ada", "half a thought");
    await save(tokens.bob, "Ada", "forged");
    await send(tokens.bob, of("Ada"), undefined, "DELETE");
    const read = async (token: string) => (await send(token, of("Ada"), undefined, "GET")).body;
    expect(await read(tokens.ada)).toEqual({ draft: "half a thought" });
    expect(await read(tokens.bob)).not.toEqual({ draft: "half a thought" });
    expect(await read(tokens.ci)).not.toEqual({ draft: "half a thought" });
  });
});

describe("an ask that is sent again, since its sender did not hear that it came", () => {
  it.each([
    ["a secret", `Use ghp_${"a1B2".repeat(9)}?`],
    ["half a character", "Which \uD800 one?"],
    ["a NUL", "Which \0 one?"],
  ])("is the same one, with %s in it", async (_, prompt) => {
    const ask = newAsk();
    ask.questions[0] = { ...QUESTION, prompt };
    expect((await put(tokens.ci, ask)).status).toBe(200);
    expect((await put(tokens.ci, ask)).status).toBe(200);
    const other = { ...ask, context: "another" };
    expect((await put(tokens.ci, other)).status).toBe(409);
  });
});

describe("what would change", () => {
  it("is not looked up in this machine's files for an ask from another", async () => {
    const path = hub.files.at("private.txt");
    writeFileSync(path, "only this machine knows\n");
    const input = { file_path: path, content: "new\n" };
    const ask = newAsk(permissionFor("", { toolName: "Write", input }));
    await put(tokens.both, ask);
    const { status, body } = await request(tokens.both, `/api/asks/${ask.id}/evidence`);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain("only this machine knows");
  });
});

const QUESTION = {
  title: "Colour",
  prompt: "Which?",
  selectionMode: "single",
  options: [
    { id: "allow", label: "Allow" },
    { id: "deny", label: "Deny" },
  ],
  ...{ defaultOptionIds: [], minSelections: 1, maxSelections: 1 },
};
const EDITABLE = { editable: { field: "command", passkey: true } };

function newAsk(more: object = {}) {
  return {
    id: crypto.randomUUID(),
    questions: [QUESTION] as object[],
    source: { kind: "cli" },
    ...{ returnPath: "caller", urgency: "normal", onTimeout: "none" },
    ...{ createdAt: now(), expiresAt: null, owner: null, outcome: null },
    ...more,
  };
}

function permissionFor(command: string, more: object = {}) {
  return {
    returnPath: "hook",
    dialog: {
      ...{ client: "claude-code", kind: "permission", toolName: "Bash", sessionId: "s" },
      ...{ input: { command }, updates: [], subagentId: null },
      ...more,
    },
  };
}

function completed({ by = "person" } = {}) {
  const provenance = { by, surface: "portal", at: now() };
  return { status: "completed", reply: { answers: [{ optionIds: ["allow"] }] }, provenance };
}

function put(token: string, ask: object, key?: string) {
  return send(token, "/asks", { ask, ttl: null, sentAt: now(), ...(key && { key }) });
}

function settle(token: string, id: string, outcome: object) {
  return send(token, `/asks/${id}/settle`, { outcome, key: crypto.randomUUID() });
}

function send(token: string, path: string, body?: object, method = "POST") {
  return request(token, `/api/store${path}`, body, method);
}

async function request(token: string, path: string, body?: object, method = "GET") {
  const headers = { ...bearer(token), ...(body && { "content-type": "application/json" }) };
  const sent = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await fetch(hub.url + path, sent);
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

async function loaded(id: string) {
  return (await send(tokens.ci, `/asks/${id}`, undefined, "GET")).body.ask;
}

async function isOpen(id: string) {
  expect((await loadedByHub(id)).status).toBe("pending");
}

function loadedByHub(id: string) {
  return runJson(hub.state, ["show", id]);
}

function now(): string {
  return new Date().toISOString();
}
