/** Hook calls that no client sends: none of them may stop the hub or other agents' calls. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startHub, type TestHub } from "../support/hub.ts";
import { until } from "../support/patience.ts";
import { turnsOf, untilTurns } from "../support/turns.ts";

let hub: TestHub;

beforeAll(async () => {
  hub = await startHub();
});
afterAll(() => hub[Symbol.asyncDispose]());

const nested = "[".repeat(50_000) + "]".repeat(50_000);
const deep =
  '{"session_id":"deep","hook_event_name":"PreToolUse","tool_use_id":"t",' +
  `"tool_name":"AskUserQuestion","tool_input":{"questions":${nested}}}`;

async function expectOthersHeard(sessionId: string) {
  await hub.agent(sessionId).post("UserPromptSubmit", { prompt: "still there?" });
  expect((await turnsOf(hub, sessionId)).map(({ text }) => text)).toEqual(["still there?"]);
}

describe("a hook call", () => {
  it.each([
    ["nested deeper than anything can follow", deep],
    [
      "with names that every object has",
      '{"session_id":"a","__proto__":{"cwd":"/x"},"tool_input":{"constructor":1}}',
    ],
    [
      "with a session like a path",
      '{"session_id":"../../../../etc/passwd\\u0000","hook_event_name":"Stop"}',
    ],
    [
      "with a folder that has no end",
      JSON.stringify({ session_id: "long", cwd: "/a".repeat(200_000) }),
    ],
    [
      "with everything of the wrong kind",
      '{"session_id":"b","cwd":1,"tool_input":[],"hook_event_name":{},"prompt":{}}',
    ],
    ["that is a list", "[1]"],
  ])("%s is borne", async (name, body) => {
    await hub
      .agent("x")
      .postRaw("PreToolUse", body)
      .then(({ status }) => expect([200, 400, 500]).toContain(status));
    await expectOthersHeard(`after one ${name}`);
  });

  it("that names a pipe, a device or a folder as its transcript is not waited for", async () => {
    const pipe = hub.files.at("pipe");
    execFileSync("mkfifo", [pipe]);
    for (const [index, transcript_path] of [
      pipe,
      "/dev/zero",
      "/proc/self/mem",
      hub.files.path,
    ].entries()) {
      const agent = hub.agent(`reader-${index}`);
      const call = { transcript_path, tool_name: "ExitPlanMode", tool_input: {} };
      expect(await agent.post("Stop", { ...call, last_assistant_message: "Done." })).toMatchObject({
        status: 200,
      });
      const reply = agent.post("PermissionRequest", call);
      const ask = await hub.openAsk(`reader-${index}`);
      await hub.desk.reject(ask.id, {}, { surface: "portal" });
      await reply;
    }
    await expectOthersHeard("after the pipe");
  });

  it.each([
    ["a page of another site", 403, { origin: "https://evil.example" }],
    ["a form", 415, { "content-type": "text/plain" }],
    ["somebody without the token", 401, { authorization: "" }],
    ["a name that leads here from elsewhere", 421, { host: "evil.example" }],
  ])("of %s is not heard (%i)", async (_, status, headers) => {
    const body = { session_id: "forged", hook_event_name: "UserPromptSubmit", prompt: "forged" };
    expect(
      (await hub.agent("x").postRaw("UserPromptSubmit", JSON.stringify(body), headers)).status,
    ).toBe(status);
    const agents = (await (await hub.get("/api/agents?all")).json()) as { sessionId: string }[];
    expect(agents.map(({ sessionId }) => sessionId)).not.toContain("forged");
  });

  it("in the spool that can never be taken in does not keep others from it", async () => {
    const spool = hub.files.at("spool");
    mkdirSync(spool, { recursive: true });
    const facts = JSON.stringify({
      at: new Date().toISOString(),
      event: "PreToolUse",
      client: "claude-code",
    });
    const prompt = {
      session_id: "behind",
      hook_event_name: "UserPromptSubmit",
      prompt: "me too",
      cwd: "/behind",
    };
    writeFileSync(`${spool}/1-1-a.json`, `${facts}\n${deep}`);
    writeFileSync(`${spool}/2-1-a.json`, `${facts}\n${JSON.stringify(prompt)}`);
    await untilTurns(hub, "behind", (turns) => turns.length === 1);
    await until("the spool to be empty", async () => readdirSync(spool).length === 0);
  });
});
