import { describe, expect, it } from "vitest";
import { createReplyReader, type Doing } from "./headless-reply.ts";

const session_id = "00000000-0000-4000-8000-000000000001";

function read(lines: readonly object[]) {
  let said = "";
  const done: Doing[] = [];
  const reader = createReplyReader({
    onText(piece) {
      said += piece;
    },
    onDoing: (doing) => void done.push(doing),
  });
  for (const line of lines)
    reader.line(JSON.stringify({ session_id, parent_tool_use_id: null, ...line }));
  return { said, done, ...reader.end() };
}

describe("A headless agent's output", () => {
  it("reports a failure once, and not as the agent's text", () => {
    const content = [{ type: "text", text: "API Error: 400 nope" }];
    const failed = read([
      {
        type: "assistant",
        error: "unknown",
        is_api_error_message: true,
        message: { id: "m", content },
      },
      { type: "result", subtype: "success", is_error: true, result: "API Error: 400 nope" },
    ]);
    expect(failed).toMatchObject({
      said: "",
      failure: "API Error: 400 nope",
      isOver: true,
      isLost: false,
    });
  });

  it("says that a conversation no longer exists", () => {
    const errors = [`No conversation found with session ID: ${session_id}`];
    const lost = read([
      { type: "result", subtype: "error_during_execution", is_error: true, errors },
    ]);
    expect(lost).toMatchObject({ said: "", failure: errors[0], isLost: true });
  });

  it("gives each message once, in pieces or whole, and nothing of sub-agents", () => {
    const content = [{ type: "text", text: "One." }];
    const delta = { type: "text_delta", text: "One." };
    const spoken = read([
      { type: "stream_event", event: { type: "message_start", message: { id: "m1" } } },
      { type: "stream_event", event: { type: "content_block_delta", index: 0, delta } },
      { type: "assistant", message: { id: "m1", content } },
      { type: "assistant", parent_tool_use_id: "toolu_1", message: { id: "s1", content } },
      { type: "assistant", message: { id: "m2", content: [{ type: "text", text: "Two." }] } },
      { type: "result", subtype: "success", is_error: false, result: "Two." },
    ]);
    expect(spoken).toEqual({
      said: "One.\n\nTwo.",
      done: [],
      sessionId: session_id,
      failure: null,
      isOver: true,
      isLost: false,
    });
  });

  it("tells which tool it uses, and on what", () => {
    const use = (name: string, input: unknown) => ({ type: "tool_use", id: name, name, input });
    const content = [
      use("Bash", { command: "npm test", description: "Runs the tests" }),
      use("Read", { file_path: "/srv/web/app.ts" }),
      use("Odd", "nothing to read"),
    ];
    const { done } = read([{ type: "assistant", message: { id: "m", content } }]);
    expect(done).toEqual([
      { tool: "Bash", about: "npm test" },
      { tool: "Read", about: "/srv/web/app.ts" },
      { tool: "Odd", about: "" },
    ]);
  });
});
