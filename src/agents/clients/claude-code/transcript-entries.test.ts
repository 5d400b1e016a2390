import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { recordedTranscript, SCENES } from "../../../../test/support/recorded-session.ts";
import { entriesIn } from "./transcript-entries.ts";
import { isWorthReading } from "./worth-reading.ts";

const SUBAGENT = new URL(
  "../../../../test/fixtures/claude-code/print-session/transcript.jsonl",
  import.meta.url,
);
const line = (fields: object) =>
  JSON.stringify({ uuid: "u", timestamp: "2026-11-15T10:00:00.123Z", ...fields });
const user = (content: unknown, more: object = {}) =>
  line({ type: "user", message: { role: "user", content }, ...more });
const said = (text: string, more: object = {}) => user(text, { promptId: "p", ...more });
const reply = (block: object, more: object = {}, stop = "tool_use") =>
  line({
    type: "assistant",
    message: { role: "assistant", content: [block], stop_reason: stop },
    ...more,
  });
const result = (more: object, block: object = {}) =>
  user([{ type: "tool_result", tool_use_id: "t", content: "made", ...block }], more);
const queued = (attachment: object) =>
  line({
    type: "attachment",
    attachment: { type: "queued_command", prompt: "and this", ...attachment },
  });

describe("A transcript line", () => {
  it.each<[string, string, object[]]>([
    [
      "a person's words",
      said("Go."),
      [{ type: "prompt", text: "Go.", isSteering: false, promptId: "p", uuid: "u" }],
    ],
    [
      "words with a picture",
      user([{ type: "text", text: "Look" }, { type: "image" }]),
      [{ type: "prompt", text: "Look" }],
    ],
    [
      "words typed while it works",
      queued({ commandMode: "prompt" }),
      [{ type: "prompt", text: "and this", isSteering: true }],
    ],
    [
      "a slash command that makes it work",
      said("<command-name>/review</command-name>\n<command-args>12</command-args>"),
      [{ type: "prompt", text: "/review 12" }],
    ],
    [
      "a finished background task",
      said("<task-notification>x</task-notification>", { origin: { kind: "task-notification" } }),
      [{ type: "woken", promptId: "p" }],
    ],
    [
      "text between calls",
      reply({ type: "text", text: "Looking." }),
      [{ type: "text", text: "Looking.", isFinal: false, at: 1794736800123000 }],
    ],
    [
      "the last text",
      reply({ type: "text", text: "Done." }, {}, "end_turn"),
      [{ type: "text", isFinal: true }],
    ],
    [
      "an error of the service",
      reply({ type: "text", text: "API Error" }, { isApiErrorMessage: true }),
      [{ type: "failed", kind: "error", text: "API Error", resumesAt: null }],
    ],
    [
      "a call",
      reply({ type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } }),
      [{ type: "call", toolUseId: "t", toolName: "Bash", input: { command: "ls" } }],
    ],
    [
      "a result",
      result({}),
      [{ type: "result", toolUseId: "t", text: "made", hasFailed: false, decision: null }],
    ],
    [
      "a person's permission",
      result({ permissionDecision: { decision: "accept", source: "user_temporary" } }),
      [{ decision: { isAllowed: true, by: "person" } }],
    ],
    [
      "a person's refusal",
      result(
        { permissionDecision: { decision: "reject", source: "user_reject" } },
        { is_error: true },
      ),
      [{ hasFailed: true, decision: { isAllowed: false, by: "person" } }],
    ],
    [
      "a saved rule's permission",
      result({
        permissionDecision: { decision: "accept", source: "user_permanent", reasonType: "rule" },
      }),
      [{ decision: { by: "other" } }],
    ],
    [
      "a setting's permission",
      result({ permissionDecision: { decision: "accept", source: "config" } }),
      [{ decision: { by: "other" } }],
    ],
    [
      "a hook's refusal",
      result({ permissionDecision: { decision: "reject", source: "hook" } }, { is_error: true }),
      [{ hasFailed: true, decision: { isAllowed: false, by: "hook" } }],
    ],
    [
      "answers",
      result({ toolUseResult: { answers: { "Which?": "This" } } }),
      [{ answers: { "Which?": "This" } }],
    ],
    [
      "an interruption",
      user([{ type: "text", text: "[Request interrupted by user for tool use]" }]),
      [{ type: "interrupted" }],
    ],
    ["the end of a run", line({ type: "system", subtype: "turn_duration" }), [{ type: "ended" }]],
    [
      "several blocks",
      line({
        type: "assistant",
        message: {
          content: [
            { type: "text", text: "a" },
            { type: "text", text: "b" },
          ],
        },
      }),
      [{ uuid: "u" }, { uuid: "u#1" }],
    ],
  ])("tells of %s", (_, written, expected) => {
    expect(entriesIn(written)).toMatchObject(expected);
    expect(entriesIn(written)).toHaveLength(expected.length);
    expect(isWorthReading(Buffer.from(written))).toBe(true);
  });

  it.each([
    ["blank text", reply({ type: "text", text: " \n\t" })],
    ["thoughts", reply({ type: "thinking", thinking: "hm" })],
    ["a sub-agent's words", reply({ type: "text", text: "x" }, { isSidechain: true })],
    ["a sub-agent's file", reply({ type: "text", text: "x" }, { agentId: "a1" })],
    ["what the program adds by itself", said("x", { isMeta: true })],
    ["the summary after a compaction", said("x", { isCompactSummary: true })],
    ["a slash command the program acts on", user("<command-name>/clear</command-name>")],
    ["its output", user("<local-command-stdout>x</local-command-stdout>")],
    ["a queued note", queued({ commandMode: "task-notification" })],
    ["a type nobody knows", line({ type: "holiday", message: { content: "x" } })],
    ["a line that is no object", "[1]"],
    ["a broken line", '{"type":"user","message":{"con'],
    ["nothing", ""],
  ])("is nothing to the log when it holds %s", (_, written) => {
    expect(entriesIn(written)).toEqual([]);
  });

  it("is passed over unread only when there is nothing in it", () => {
    const lines = [...SCENES.map(recordedTranscript), readFileSync(SUBAGENT, "utf8")]
      .join("")
      .split("\n");
    const passedOver = lines.filter((written) => !isWorthReading(Buffer.from(written)));

    expect(passedOver.flatMap(entriesIn)).toEqual([]);
    expect(passedOver.length).toBeGreaterThan(lines.length / 2);
  });
});
