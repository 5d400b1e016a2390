/** `askline stats`: how long agents waited for people, as a table, as JSON and for spreadsheets. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AskInput } from "../src/desk/desk.ts";
import { run, runJson } from "./support/askline.ts";
import { clockAtRate } from "./support/child-clock.ts";
import { openOwnDesk } from "./support/own-desk.ts";
import { openSandbox, type Sandbox } from "./support/sandbox.ts";

const HOSTILE = '=HYPERLINK("http://evil")\u001b[31m';
let files: Sandbox;

/** Two permissions of one agent, one ruled; a question that ran out of time; one that is open. */
beforeAll(async () => {
  files = openSandbox();
  const desk = openOwnDesk(files.at("sessions"));
  const put = (more: Partial<AskInput> = {}) =>
    desk.ask({
      questions: [{ prompt: "Go on?", options: [{ id: "allow", label: "Yes" }] }],
      source: { kind: "mcp", project: "shop", agentId: "codex" },
      mode: "detached",
      ...more,
    });
  const dialog = {
    ...{ client: "claude-code", kind: "permission" as const, toolName: "Bash", updates: [] },
    ...{ input: { command: "npm test" }, sessionId: "s", subagentId: null },
  };
  const source = { kind: "hook", client: "claude-code", project: HOSTILE };
  const allow = { answers: [{ optionIds: ["allow"] }] };
  for (let times = 0; times < 3; times++) {
    const { id } = await put({ dialog, source, returnPath: "hook" });
    await desk.answer(id, allow, { surface: "portal", who: "ada" });
    if (times === 0) await desk.noteEffect(id, { kind: "overruled", did: "declined" });
  }
  await put({ dialog, source, ruled: { rule: "tests", reply: allow } });
  const { id } = await put({ onTimeout: "none", timeoutSeconds: 0.01 });
  await desk.wait(id);
  await put();
  await desk.close();
});
afterAll(() => files[Symbol.dispose]());

describe("the figures", () => {
  it("are tables by project, agent, kind, place and day, in the person's language", async () => {
    const { stdout, code } = await run(files.path, ["stats"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^5 asks settled since \d{4}-\d\d-\d\d\.$/m);
    expect(stdout).toMatch(/^Rules decided 1 \(20 %\), the deadline 1\.$/m);
    expect(stdout).toMatch(/^Once the agent did something else than was decided\.$/m);
    expect(stdout).toMatch(/^shop +1 +0 % +1 +– +– +\d+ s$/m);
    expect(stdout).toMatch(/^Claude Code +4 +25 % +0 +\d+ s/m);
    expect(stdout).toMatch(/^Questions +1 +0 % +1/m);
    expect(stdout).toMatch(/^the browser +3 /m);
    expect(stdout).toMatch(/^npm test +=HYPER.* +3 +allowed$/m);
    expect(stdout).not.toContain("\u001b");
    const korean = await run(files.path, ["stats"], { env: { LANG: "ko_KR.UTF-8" } });
    expect(korean.stdout).toMatch(/끝난 질문은 5개입니다[\s\S]*규칙이 결정한 것 1개\(20 %\)/);
    expect(korean.stdout).toMatch(/^브라우저 +3 /m);
  });

  it("are one object for programs, and of one project where one is named", async () => {
    const { figures, askedMost } = await runJson(files.path, ["stats", "--project", "SHOP"]);
    expect(figures.all).toMatchObject({ asked: 1, byNobody: 1, timedOut: 1, medianMs: null });
    expect([figures.days.length, askedMost]).toEqual([15, []]);
    const all = await runJson(files.path, ["stats", "--since", "all"]);
    expect(all.figures).toMatchObject({
      beforeMs: null,
      differed: 1,
      all: { asked: 5, byRule: 1 },
    });
    expect(all.askedMost).toMatchObject([{ what: "npm test", times: 3, decided: "allowed" }]);
  });

  it("are one table for a spreadsheet, in which nothing an agent wrote is a formula", async () => {
    const { stdout } = await run(files.path, ["stats", "--csv"]);
    const [head, all, ...rows] = stdout.split("\r\n");
    expect(head).toMatch(/^split,name,asked,by_rule,by_person,by_nobody,timed_out,waited_seconds/);
    expect(all).toMatch(/^all,,5,1,3,1,1,\d+,\d+,\d+$/);
    const hostile = rows.find((row) => row.includes("HYPERLINK"));
    expect(hostile).toMatch(/^project,"'=HYPERLINK\(""http:\/\/evil""\)",4,1,3,0,0,/);
  });

  it("tell what a later span no longer has as the time before", async () => {
    const inTwentyDays = { ...clockAtRate(1), TEST_CLOCK_AHEAD: String(20 * 86_400_000) };
    const { figures } = await runJson(files.path, ["stats"], { env: inTwentyDays });
    expect([figures.all.asked, figures.beforeMs]).toEqual([0, expect.any(Number)]);
    expect(figures.beforeMs).toBeGreaterThan(0);
    expect((await run(files.path, ["stats"], { env: inTwentyDays })).stdout).toBe(
      "Nothing was settled in that time. --since all looks at everything.\n",
    );
  });

  it.each(["yesterday", "2999-01-01", "2026-13-01", "-3d", ""])(
    "refuse %j as a beginning, with what to write",
    async (since) => {
      const { code, stderr } = await run(files.path, ["stats", `--since=${since}`]);
      expect([code, stderr]).toEqual([2, expect.stringContaining("--since 14d, 12h, 2026-03-01")]);
    },
  );
});
