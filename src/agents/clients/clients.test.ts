import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../core/agent/agent-event.ts";
import { fromClaudeCode } from "./claude-code/hooks.ts";
import { fromCodex } from "./codex/hooks.ts";
import { fromGemini } from "./gemini-cli/hooks.ts";

const context = {
  at: new Date("2026-11-15T10:00:00.123Z"),
  pane: { id: "%3", socketPath: "/tmp/tmux", pid: 7 },
};
const head = { session_id: "s", cwd: "/project", transcript_path: "/t.jsonl", prompt_id: "p" };
const tool = { tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t" };
const call = { toolName: "Bash", input: { command: "ls" }, toolUseId: "t" };

describe("Hooks of all clients", () => {
  it.each<[string, AgentEvent | null, object]>([
    [
      "Claude Code SessionStart",
      fromClaudeCode("SessionStart", { ...head, source: "resume" }, context),
      { type: "session_started", source: "resume", pane: context.pane },
    ],
    [
      "Claude Code SessionEnd",
      fromClaudeCode("SessionEnd", { ...head, reason: "clear" }, context),
      { type: "session_ended", reason: "clear" },
    ],
    [
      "Claude Code UserPromptSubmit",
      fromClaudeCode("UserPromptSubmit", { ...head, prompt: "Go" }, context),
      { type: "prompt_submitted", text: "Go", promptId: "p" },
    ],
    [
      "Claude Code's own prompts",
      fromClaudeCode(
        "UserPromptSubmit",
        { ...head, prompt: "<task-notification>\n</task-notification>" },
        context,
      ),
      { type: "seen" },
    ],
    [
      "Claude Code PreToolUse",
      fromClaudeCode("PreToolUse", { ...head, ...tool }, context),
      { type: "tool_starting", ...call },
    ],
    [
      "Claude Code PostToolUse",
      fromClaudeCode("PostToolUse", { ...head, ...tool, tool_response: "x" }, context),
      { type: "tool_finished", ...call, response: "x", hasFailed: false },
    ],
    [
      "Claude Code PostToolUseFailure",
      fromClaudeCode("PostToolUseFailure", { ...head, ...tool }, context),
      { type: "tool_finished", hasFailed: true },
    ],
    [
      "Claude Code PermissionRequest",
      fromClaudeCode(
        "PermissionRequest",
        { ...head, ...tool, tool_use_id: undefined, permission_suggestions: [1] },
        context,
      ),
      { type: "permission_asked", ...call, toolUseId: null, suggestions: [1] },
    ],
    [
      "Claude Code Notification",
      fromClaudeCode(
        "Notification",
        { ...head, notification_type: "idle_prompt", message: "m" },
        context,
      ),
      { type: "notified", kind: "idle_prompt", message: "m" },
    ],
    [
      "Claude Code Stop",
      fromClaudeCode("Stop", { ...head, last_assistant_message: "Done." }, context),
      { type: "stopped", text: "Done." },
    ],
    [
      "Claude Code SubagentStop",
      fromClaudeCode(
        "SubagentStop",
        { ...head, agent_id: "a", last_assistant_message: "x" },
        context,
      ),
      { type: "stopped", subagentId: "a" },
    ],
    [
      "Claude Code SubagentStop without a name",
      fromClaudeCode("SubagentStop", head, context),
      { type: "seen" },
    ],
    [
      "an event of tomorrow",
      fromClaudeCode("Tomorrow", head, context),
      { type: "seen", at: "2026-11-15T10:00:00.123000Z", workingDirectory: "/project" },
    ],
    [
      "fields of the wrong kind",
      fromClaudeCode("PreToolUse", { ...head, tool_name: 1, tool_input: [], cwd: null }, context),
      { type: "tool_starting", toolName: "", input: {}, workingDirectory: "" },
    ],
    [
      "Codex UserPromptSubmit",
      fromCodex("UserPromptSubmit", { ...head, turn_id: "1", prompt: "Go" }, context),
      { client: "codex", type: "prompt_submitted", promptId: "1" },
    ],
    [
      "Codex PermissionRequest, where a command comes with the model's reason",
      fromCodex(
        "PermissionRequest",
        { ...head, ...tool, tool_input: { command: "ls", description: "why" } },
        context,
      ),
      { type: "permission_asked", ...call, remark: "why" },
    ],
    [
      "Codex PostToolUse of its own question",
      fromCodex(
        "PostToolUse",
        {
          ...head,
          tool_name: "request_user_input",
          tool_input: {
            questions: [
              { id: "db", question: "Which database?" },
              { id: "os", question: "Which system?" },
            ],
          },
          tool_response:
            '{"answers":{"os":{"answers":["Linux"]},"db":{"answers":["SQLite","small"]}}}',
        },
        context,
      ),
      {
        response: {
          answers: { "Which database?": ["SQLite", "small"], "Which system?": ["Linux"] },
        },
      },
    ],
    ["Codex Interrupt", fromCodex("Interrupt", head, context), { type: "stopped", text: "" }],
    [
      "Gemini BeforeAgent",
      fromGemini("BeforeAgent", { ...head, prompt: "Go" }, context),
      { client: "gemini", type: "prompt_submitted", text: "Go" },
    ],
    [
      "Gemini BeforeTool",
      fromGemini("BeforeTool", { ...head, ...tool }, context),
      { type: "tool_starting", ...call },
    ],
    [
      "Gemini AfterTool",
      fromGemini("AfterTool", { ...head, ...tool }, context),
      { type: "tool_finished", ...call },
    ],
    [
      "Gemini AfterAgent",
      fromGemini("AfterAgent", { ...head, prompt_response: "Done." }, context),
      { type: "stopped", text: "Done." },
    ],
    ["Gemini BeforeModel", fromGemini("BeforeModel", head, context), { type: "seen" }],
  ])("translate %s", (_, event, expected) => {
    expect(event).toMatchObject(expected);
  });

  it.each([null, [], "text", {}, { session_id: "" }])("are not made out of %j", (payload) => {
    expect(fromClaudeCode("Stop", payload, context)).toBeNull();
  });
});
