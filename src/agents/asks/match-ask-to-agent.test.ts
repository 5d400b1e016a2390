import { expect, it } from "vitest";
import { newAgent } from "../../../test/support/log-records.ts";
import { openSandbox } from "../../../test/support/sandbox.ts";
import type { Agent } from "../../core/agent/agent.ts";
import type { EventBody } from "../../core/agent/agent-event.ts";
import type { Ask } from "../../core/ask/ask.ts";
import { questionFrom } from "../../core/ask/question.ts";
import { openSqlLog } from "../../store/sql/sql-log.ts";
import { rememberToolCalls } from "../turns/write/tool-calls.ts";
import { createAskMatcher } from "./match-ask-to-agent.ts";

it("of two agents in a folder, the one that used this text asked, until it ends", async () => {
  using files = openSandbox();
  const log = await openSqlLog({ path: files.at("log.db") });
  const [one, other] = await log.write(async (writes) => {
    const { id } = await writes.projectAt("/home/ada/door", "door");
    return [await writes.addAgent(newAgent(id)), await writes.addAgent(newAgent(id))];
  });
  const calls = rememberToolCalls();
  const matcher = createAskMatcher(log, calls);
  const tell = (agent: Agent, body: EventBody) =>
    calls.hear({ ...headOf(agent), ...body }, agent.id);
  const called = { type: "tool_starting", toolName: "mcp__askline__provide_choice" } as const;
  tell(one, { ...called, toolUseId: "toolu_1", input: { prompt: "Which colour?" } });
  tell(other, { ...called, toolUseId: "toolu_2", input: { prompt: "Which size?" } });
  expect((await matcher.agentOf(asking("Which colour?")))?.id).toBe(one.id);
  tell(one, { type: "session_ended", reason: "exit" });
  expect(await matcher.agentOf(asking("Which colour?"))).toBe(null);
  await log.close();
});

function headOf({ client, sessionId, workingDirectory, transcriptPath }: Agent) {
  const at = new Date().toISOString();
  return {
    client,
    sessionId,
    workingDirectory,
    transcriptPath,
    at,
    promptId: null,
    subagentId: null,
  };
}

function asking(prompt: string): Ask {
  return {
    id: "00000000-0000-4000-8000-000000000001",
    questions: [questionFrom({ prompt, options: [{ label: "A" }] })],
    source: {
      kind: "mcp",
      agentId: "claude-code 0123456789ab",
      workingDirectory: "/home/ada/door",
    },
    ...{
      returnPath: "caller",
      urgency: "normal",
      createdAt: new Date().toISOString(),
      expiresAt: null,
    },
    ...{ onTimeout: "none", owner: null, outcome: null },
  };
}
