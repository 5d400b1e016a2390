/** A person's rules: the real hub answers an agent's permission requests by them, and says so. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Turn } from "../../src/core/agent/agent.ts";
import { openSqlLog } from "../../src/store/sql/sql-log.ts";
import { run, runJson } from "../support/askline.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { until } from "../support/patience.ts";
import { openSandbox } from "../support/sandbox.ts";

const config = openSandbox();
const env = { ASKLINE_CONFIG_DIR: config.path };
let hub: TestHub;
let sessions = 0;

beforeAll(async () => {
  hub = await startHub({ env });
});
afterAll(async () => {
  await hub[Symbol.asyncDispose]();
  config[Symbol.dispose]();
});

const RULES = [
  { name: "tests", tool: "Bash", pattern: "npm test*", decision: "allow" },
  {
    name: "no push",
    tool: "Bash",
    pattern: "git push*",
    decision: "deny",
    reason: "Releases are made by hand.",
  },
  { name: "everything else here", tool: "Bash", project: "session-*", decision: "allow" },
  { name: "web", tool: "WebFetch", decision: "ask", surface: "slack", timeoutSeconds: 600 },
];

beforeEach(() => config.writeJson({ rules: RULES }, "rules.json"));

function newAgent() {
  sessions += 1;
  return hub.agent(`session-${sessions}`);
}

async function asksOf(project: string) {
  return (await hub.desk.list()).filter(({ source }) => source.project === project);
}

async function turnsOf(project: string): Promise<Turn[]> {
  const log = await openSqlLog({ path: hub.files.at("agents.sqlite") });
  try {
    const agent = (await log.agents()).find(({ workingDirectory }) =>
      workingDirectory.endsWith(`/${project}`),
    );
    return agent === undefined ? [] : (await log.turnPage(agent.id, { limit: 50 })).turns;
  } finally {
    await log.close();
  }
}

describe("a permission request that Codex's own reviewer decides", () => {
  function reviewedAgent() {
    sessions += 1;
    const transcriptPath = hub.files.at(`rollout-${sessions}.jsonl`);
    const context = (reviewer: string) =>
      '{"timestamp":"t","ordinal":5,"type":"turn_context",' +
      `"payload":{"turn_id":"1","approvals_reviewer":"${reviewer}"}}\n`;
    const talk =
      '{"timestamp":"t","type":"response_item",' +
      '"payload":{"text":"\\"approvals_reviewer\\":\\"user\\""}}\n';
    writeFileSync(transcriptPath, context("user") + context("auto_review") + talk);
    return hub.agent(`reviewed-${sessions}`, { client: "codex", transcriptPath });
  }

  it("is left to it, and is no question in the conversation", async () => {
    const agent = reviewedAgent();
    await agent.post("UserPromptSubmit", { turn_id: "1", prompt: "Go" });
    const dialog = await agent.openDialog("Write", { file_path: "a.txt", content: "" });
    expect(await dialog.hookEnded).toEqual({ status: 200, body: {} });
    expect(await asksOf(agent.sessionId)).toEqual([]);
    expect((await turnsOf(agent.sessionId)).map(({ text }) => text)).toEqual(["Go"]);
  });

  it("is still decided by a rule, and by a person where a rule says so", async () => {
    const agent = reviewedAgent();
    const push = await agent.openDialog("Bash", { command: "git push" });
    expect(await push.ended).toMatchObject({ by: "hook", decision: { behavior: "deny" } });
    const fetching = await agent.openDialog("WebFetch", { url: "https://example.org" });
    const ask = await until("the ask", async () =>
      (await asksOf(agent.sessionId)).find(({ outcome }) => !outcome),
    );
    await hub.desk.answer(ask.id, { answers: [{ optionIds: ["allow"] }] }, { surface: "portal" });
    expect(await fetching.ended).toMatchObject({ by: "hook", decision: { behavior: "allow" } });
  });
});

describe("a permission request", () => {
  it("that a rule allows goes ahead at once; the history names the rule, no person", async () => {
    const agent = newAgent();
    const dialog = await agent.openDialog("Bash", { command: "npm test" });
    expect(await dialog.ended).toMatchObject({ by: "hook", decision: { behavior: "allow" } });
    const [ask] = await asksOf(agent.sessionId);
    expect(ask?.outcome).toMatchObject({
      status: "completed",
      reply: { answers: [{ optionIds: ["allow"] }] },
      provenance: { by: "rule", surface: "rules", who: "tests" },
    });
    const page = await run(hub.state, ["show", ask?.id ?? ""]);
    expect(page.stdout).toContain("the rule “tests”");
    expect(page.stdout).toContain("no person was asked");
    const listed = await run(hub.state, ["list", "--all"]);
    expect(listed.stdout).toMatch(/by rule/);
  });

  it("that a rule denies is refused with the rule's reason, not in a person's name", async () => {
    const agent = newAgent();
    const dialog = await agent.openDialog("Bash", { command: "git status && git push origin" });
    const ending = await dialog.ended;
    expect(ending).toMatchObject({ by: "hook", decision: { behavior: "deny" } });
    const message = ending.by === "hook" ? ending.decision.message : "";
    expect(message).toContain("Releases are made by hand.");
    expect(message).toMatch(/^A rule that a person has set \("no push"\)/);
    const [ask] = await asksOf(agent.sessionId);
    expect(ask?.outcome?.provenance).toMatchObject({ by: "rule", who: "no push" });
  });

  it("is a turn that nobody answered: the agent's side has the rule's words", async () => {
    const agent = newAgent();
    const dialog = await agent.openDialog("Bash", { command: "npm test -- turns" });
    await dialog.ended;
    const turns = await turnsOf(agent.sessionId);
    expect(turns.filter(({ text }) => text.includes('the rule "tests"'))).toMatchObject([
      { actor: "AGENT", intent: "ANSWER" },
    ]);
    expect(turns.filter(({ actor }) => actor === "USER")).toEqual([]);
  });

  it("that destroys and is denied by a rule is a no in the conversation", async () => {
    const agent = newAgent();
    const dialog = await agent.openDialog("Bash", { command: "git push --force origin main" });
    expect(await dialog.ended).toMatchObject({ decision: { behavior: "deny" } });
    const turns = await turnsOf(agent.sessionId);
    expect(turns.map(({ text }) => text)).toContain('Denied by the rule "no push"');
  });

  it("may be made to need a passkey by a rule that asks", async () => {
    const rule = { name: "deploys", tool: "Bash", pattern: "*deploy*", decision: "ask" };
    config.writeJson({ rules: [{ ...rule, passkey: true }] }, "rules.json");
    const agent = newAgent();
    const dialog = await agent.openDialog("Bash", { command: "make deploy" });
    const ask = await hub.openAsk(agent.sessionId);
    const answer = (id: string) =>
      hub.desk.answer(ask.id, { answers: [{ optionIds: [id] }] }, { surface: "portal" });
    await expect(answer("allow")).rejects.toMatchObject({ code: "passkey_needed" });
    await answer("deny");
    expect(await dialog.ended).toMatchObject({ decision: { behavior: "deny" } });
  });

  it("that may destroy something is asked, though a broad rule would allow it", async () => {
    const agent = newAgent();
    const dialog = await agent.openDialog("Bash", { command: "rm -rf build" });
    const ask = await hub.openAsk(agent.sessionId);
    expect(ask.presentation?.risk?.level).toBe("destructive");
    await hub.desk.answer(
      ask.id,
      { answers: [{ optionIds: ["deny"] }] },
      { surface: "portal", who: "mira" },
    );
    expect(await dialog.ended).toMatchObject({
      decision: { behavior: "deny", message: expect.stringMatching(/^A person denied/) },
    });
  });

  it("may be given a surface and a deadline by a rule that asks", async () => {
    const agent = newAgent();
    const dialog = await agent.openDialog("WebFetch", {
      url: "https://example.com",
      prompt: "What is it?",
    });
    const ask = await hub.openAsk(agent.sessionId);
    expect(ask.presentation?.surface).toBe("slack");
    expect(Date.parse(ask.expiresAt ?? "") - Date.parse(ask.createdAt)).toBe(600_000);
    dialog.answerInTerminal();
    await dialog.ended;
  });

  it("is asked when the rules cannot be used, and the person who answers is told so", async () => {
    config.writeJson({ rules: [{ decision: "allow", tol: "Bash" }] }, "rules.json");
    const agent = newAgent();
    const dialog = await agent.openDialog("Bash", { command: "npm test" });
    const ask = await hub.openAsk(agent.sessionId);
    expect(ask.context).toMatch(/No rule decides anything.*tol/);
    dialog.answerInTerminal();
    await dialog.ended;
  });

  it("that runs a script which changed since the rule knew it is asked once", async () => {
    const agent = newAgent();
    const folder = agent.common.cwd;
    mkdirSync(folder, { recursive: true });
    const writeScript = (test: string) =>
      writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { test } }));
    const testing = () => agent.openDialog("Bash", { command: "npm test" });
    writeScript("vitest run");
    expect(await (await testing()).ended).toMatchObject({ decision: { behavior: "allow" } });
    expect(await (await testing()).ended).toMatchObject({ decision: { behavior: "allow" } });
    writeScript("vitest run --coverage");
    const changed = await testing();
    const ask = await hub.openAsk(agent.sessionId);
    expect(ask.context).toMatch(/“tests” would allow this.*`test` has changed[\s\S]*--coverage/);
    await hub.desk.answer(ask.id, { answers: [{ optionIds: ["allow"] }] }, { surface: "portal" });
    expect(await changed.ended).toMatchObject({ decision: { behavior: "allow" } });
    expect(await (await testing()).ended).toMatchObject({ decision: { behavior: "allow" } });
    const deciders = (await asksOf(agent.sessionId)).map(({ outcome }) => outcome?.provenance.by);
    expect(deciders.sort()).toEqual(["person", "rule", "rule", "rule"]);
  });

  it("is never shown as open: watchers first see it settled", async () => {
    const seen: (string | null)[] = [];
    const watch = await hub.desk.watch(({ ask }) => {
      if (ask?.source.project === `session-${sessions}`)
        seen.push(ask.outcome?.provenance.by ?? null);
    });
    const agent = newAgent();
    await (await agent.openDialog("Bash", { command: "npm test" })).ended;
    await until("the change", async () => seen.length > 0);
    watch.close();
    expect(seen).not.toContain(null);
  });
});

describe("a question of the agent and a plan", () => {
  it("are never answered by a rule", async () => {
    config.writeJson({ rules: [{ decision: "allow" }] }, "rules.json");
    const agent = newAgent();
    const dialog = await agent.openDialog("ExitPlanMode", { plan: "1. Do it" });
    const ask = await hub.openAsk(agent.sessionId);
    expect(ask.outcome).toBeNull();
    dialog.answerInTerminal();
    await dialog.ended;
  });
});

describe("any other ask", () => {
  it("gets its deadline from a rule where it has none of its own", async () => {
    config.writeJson(
      { rules: [{ source: "command", decision: "ask", timeoutSeconds: 90 }] },
      "rules.json",
    );
    const words = ["ask", "Which?", "-o", "A", "-o", "B", "--no-wait"];
    const length = ({ createdAt, expiresAt }: { createdAt: string; expiresAt: string }) =>
      (Date.parse(expiresAt) - Date.parse(createdAt)) / 1000;
    expect(length(await runJson(hub.state, words, { env }))).toBe(90);
    expect(length(await runJson(hub.state, [...words, "--timeout", "5m"], { env }))).toBe(300);
  });
});

describe("askline rules", () => {
  const test = (...words: string[]) => runJson(hub.state, ["rules", "test", ...words], { env });
  const inWords = (...words: string[]) => run(hub.state, ["rules", "test", ...words], { env });

  it("test says which rule decides, and what became of the others", async () => {
    expect(
      await test("--tool", "Bash", "--command", "npm test", "--project", "session-9"),
    ).toMatchObject({
      decision: "allow",
      rule: "tests",
      destructive: [],
      considered: [
        { rule: "tests", fate: "decides" },
        { rule: "no push", fate: "differs", by: "pattern" },
        { rule: "everything else here", fate: "overruled", by: "closer" },
        { rule: "web", fate: "differs", by: "tool" },
      ],
    });
    expect(await test("--command", "rm -rf build", "--project", "session-9")).toMatchObject({
      ...{ decision: "ask", rule: null, destructive: ["deletes_files"] },
    });
    expect(await test("--source", "mcp")).toMatchObject({ decision: "ask" });
  });

  it("test takes an ask that was put, too", async () => {
    const agent = newAgent();
    const dialog = await agent.openDialog("Bash", { command: "rm -rf 'my build'" });
    const { id } = await hub.openAsk(agent.sessionId);
    expect(await test(id)).toMatchObject({
      destructive: ["deletes_files"],
      considered: { length: 4 },
    });
    dialog.answerInTerminal();
    await dialog.ended;
  });

  it("tells people in their language", async () => {
    const words = ["--command", "rm -rf build", "--project", "session-9"];
    expect((await inWords(...words)).stdout).toMatch(
      /^Asked: no rule decides it\.\nIt may destroy something\./,
    );
    const korean = await run(hub.state, ["rules", "test", ...words], {
      env: { ...env, ASKLINE_LANGUAGE: "ko" },
    });
    expect(korean.stdout).toContain("결정하는 규칙이 없어 묻습니다.");
    expect((await run(hub.state, ["rules"], { env })).stdout).toMatch(
      /tests +allow +tool Bash, pattern npm test\*/,
    );
  });

  it("check wants a bare shell said twice, and shows what each rule allows", async () => {
    const { code, stdout } = await run(hub.state, ["rules", "check"], { env });
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /^4 rules, 1 to be said twice:\n- The rule “everything else here” allows a shell/,
    );
    expect(stdout).toMatch(/\ntests:\n {2}allows\n {4}npm test\n/);
    expect(stdout).toMatch(/ {2}does not allow\n(?: {4}.+\n)* {4}npm test && rm -rf src\n/);
    expect(stdout).toMatch(/\nno push:\n {2}denies\n {4}git push\n/);
  });

  it("check says what is wrong, rule by rule", async () => {
    const said = RULES.map((rule) =>
      rule.project === undefined ? rule : { ...rule, unsafe: true },
    );
    config.writeJson({ rules: said }, "rules.json");
    expect(await run(hub.state, ["rules", "check"], { env })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^4 rules, nothing wrong with them\.\n/),
    });
    config.writeJson(
      { rules: [{ decision: "allow", destructive: true }, { tool: "Bash" }] },
      "rules.json",
    );
    const { code, stdout } = await run(hub.state, ["rules", "check"], { env });
    expect(code).toBe(2);
    expect(stdout).toMatch(
      /Rule 1: .*names the tool or the pattern[\s\S]*Rule 2: decision[\s\S]*everything is asked/,
    );
  });
});
