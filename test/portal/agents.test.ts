/** The agent beside its question, and the page of agents: what it did, and a word to it. */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentLines } from "../../src/surfaces/portal/agents/agent-wire.ts";
import { agentWords } from "../../web/portal/agent/messages.ts";
import { expectClean } from "../support/accessible.ts";
import { run } from "../support/askline.ts";
import { expectPage, openChromium } from "../support/browser.ts";
import { startHub, type TestHub } from "../support/hub.ts";

const chromium = openChromium();
const say = agentWords("en");
const COMMAND = "git push origin main";
let hub: TestHub;
let askId = "";

/** A session of Claude Code that has read, written and tested, and now asks. */
beforeAll(async () => {
  hub = await startHub();
  const transcriptPath = hub.files.at("claude", "projects", "p", "beside.jsonl");
  mkdirSync(dirname(transcriptPath), { recursive: true });
  const agent = hub.agent("beside", { transcriptPath });
  const folder = hub.files.at("projects", "beside");
  await agent.post("SessionStart", { source: "startup" });
  await agent.post("UserPromptSubmit", { prompt: "Make the clean-up keep recent caches" });
  let minute = 20;
  const write = (type: string, content: unknown) =>
    appendFileSync(
      transcriptPath,
      `${JSON.stringify({
        ...{ type, uuid: `u${minute}`, sessionId: "beside", cwd: folder },
        timestamp: `2026-11-15T10:${minute++}:00.000Z`,
        message: { role: type, content },
      })}\n`,
    );
  const used = (id: string, name: string, input: unknown, result: string) => {
    write("assistant", [{ type: "tool_use", id, name, input }]);
    write("user", [{ type: "tool_result", tool_use_id: id, content: result }]);
  };
  write("user", "Make the clean-up keep recent caches");
  write("assistant", [{ type: "text", text: "The cache can lie elsewhere. I look." }]);
  used("t1", "Read", { file_path: `${folder}/clean-cache.ts` }, "1 import …");
  used("t2", "Write", { file_path: `${folder}/keep.ts`, content: "one\ntwo\n" }, "File created");
  used("t3", "Bash", { command: "npm test -- cache" }, "42 passed <img src=x onerror=hacked>");
  agent
    .post("PermissionRequest", { tool_name: "Bash", tool_input: { command: COMMAND } })
    .catch(() => undefined);
  askId = (await hub.openAsk("beside")).id;
});
afterAll(() => hub[Symbol.asyncDispose]());

describe("an agent", () => {
  it("stands beside its question with its state, its last steps and what it changed", async () => {
    await using profile = await chromium.profile({ viewport: { width: 1440, height: 900 } });
    const page = await profile.newPage();
    await page.goto(await hub.linkTo("/"));
    const agent = page.getByRole("region", { name: say.region });
    await expectPage(agent.getByRole("heading", { level: 2 })).toHaveText(/^Claude Code \d+$/);
    await expectPage(agent.locator(".step-what")).toHaveText([
      "Make the clean-up keep recent caches",
      "The cache can lie elsewhere. I look.",
      "clean-cache.ts",
      "keep.ts",
      "npm test -- cache",
    ]);
    await expectPage(agent.locator(".changed li")).toHaveText(/keep\.ts\s*\+2/);
    await expectPage(agent.locator("details[open] pre")).toContainText("42 passed <img");
    await agent.getByLabel(/^Message to Claude Code/).fill("Also update the notes");
    await agent.getByRole("button", { name: say.send }).click();
    // The hook names no terminal, so nothing can be typed there: that is said, and the words stay.
    await expectPage(agent.getByRole("status")).not.toHaveText(say.sentWhen);
    await expectPage(agent.getByLabel(/^Message to/)).toHaveValue("Also update the notes");
    await expectClean(page);
  });

  it("is on the page of agents, and on one of its own", async () => {
    await using profile = await chromium.profile({ viewport: { width: 390, height: 800 } });
    const page = await profile.newPage();
    await page.goto(await hub.linkTo("/"));
    await page.goto(`${hub.site}/agents`);
    const line = page.getByRole("link", { name: /^Claude Code \d+ in beside/ });
    await expectPage(line).toContainText(COMMAND);
    await expectClean(page);
    await line.click();
    await expectPage(page).toHaveURL(/\/agents\/\d+$/);
    // What was said stands open, the work between is one line.
    const talk = page.getByRole("list", { name: "Conversation" });
    await expectPage(talk.locator(".bubble").first()).toContainText("keep recent caches");
    const fold = talk.locator("details.work-fold").last();
    await expectPage(fold.locator("pre").last()).toBeHidden();
    await fold.locator("summary").first().click();
    await expectPage(fold.locator(".step-what").last()).toHaveText("npm test -- cache");
    await expectClean(page);
  });

  it.each([1024, 390])("is a folded line above what it wants, at %i px", async (width) => {
    await using profile = await chromium.profile({ viewport: { width, height: 800 } });
    const page = await profile.newPage();
    await page.goto(await hub.linkTo(width === 390 ? `/choice/${askId}` : `/?ask=${askId}`));
    const line = page.locator(".agent-folded");
    await expectPage(line.locator("summary").first()).toHaveText(
      /^What Claude Code \d+ did before: 5 steps\s*\+2/,
    );
    await expectPage(line.locator(".step-what").last()).toBeHidden();
    await line.locator("summary").first().click();
    await expectPage(line.locator(".step-what").last()).toHaveText("npm test -- cache");
    await expectPage(line.getByLabel(/^Message to Claude Code/)).toBeVisible();
    await expectClean(page);
  });

  it("is null for a question that no followed agent put, and needs a credential", async () => {
    const ask = await hub.desk.ask({
      questions: [{ prompt: "Which?", options: [{ label: "A" }] }],
      source: { kind: "command", project: "shop" },
      mode: "detached",
    });
    expect(await (await hub.get(`/api/asks/${ask.id}/agent`)).json()).toEqual({ work: null });
    expect((await hub.get("/api/agents/999/work")).status).toBe(404);
    expect((await fetch(`${hub.url}/api/asks/${askId}/agent`)).status).toBe(401);
    expect((await fetch(`${hub.url}/api/agent-lines`)).status).toBe(401);
    // A phone may answer, and still not read what the agent's tools have read.
    const { stdout } = await run(hub.state, ["token", "create", "Phone", "--json"]);
    const authorization = `Bearer ${JSON.parse(stdout).token}`;
    const asPhone = (path: string) => fetch(hub.url + path, { headers: { authorization } });
    expect((await asPhone(`/api/asks/${askId}`)).status).toBe(200);
    expect((await asPhone(`/api/asks/${askId}/agent`)).status).toBe(403);
  });

  it("whose transcript is no file has no steps, and keeps nobody waiting", async () => {
    const transcriptPath = hub.files.at("pipe.jsonl");
    execFileSync("mkfifo", [transcriptPath]);
    await hub.agent("piped", { transcriptPath }).post("SessionStart", { source: "startup" });
    const { agents } = (await (await hub.get("/api/agent-lines")).json()) as AgentLines;
    const { id } = agents.find(({ sessionId }) => sessionId === "piped") ?? { id: 0 };
    expect(await (await hub.get(`/api/agents/${id}/work`)).json()).toMatchObject({ steps: [] });
  });
});
