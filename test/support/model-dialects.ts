/** How clients talk to their models: what a request says, and how a reply is streamed. Pure. */

export interface Tool {
  readonly name: string;
  /** Codex keeps the tools of a server together. */
  readonly namespace?: string;
}

export interface Call extends Tool {
  readonly input: Record<string, unknown>;
}

export interface Request {
  readonly tools: readonly Tool[];
  /** Of all tool calls so far, as the client words them. */
  readonly results: readonly string[];
}

interface Dialect {
  readonly path: RegExp;
  // biome-ignore lint/suspicious/noExplicitAny: each client has its own shape
  read(body: any): Request;
  /** Null says that it is done. `turn` makes ids that are used once. */
  write(call: Call | null, turn: number): string;
}

const DONE = "Done.";

/** Claude Code's. */
const messages: Dialect = {
  path: /\/v1\/messages$/,
  read({ tools = [], messages: said = [] }) {
    const blocks = said.flatMap(({ content }: { content: unknown }) =>
      Array.isArray(content) ? content : [],
    );
    return { tools, results: textsOf(blocks, "tool_result", "content") };
  },
  write(call, turn) {
    const usage = { input_tokens: 1, output_tokens: 1 };
    const message = { id: `msg_${turn}`, type: "message", role: "assistant", model: "stand-in" };
    const block = call
      ? { type: "tool_use", id: `toolu_${turn}`, name: call.name, input: {} }
      : { type: "text", text: "" };
    const delta = call
      ? { type: "input_json_delta", partial_json: JSON.stringify(call.input) }
      : { type: "text_delta", text: DONE };
    const stop = { stop_reason: call ? "tool_use" : "end_turn", stop_sequence: null };
    return named([
      ["message_start", { message: { ...message, content: [], stop_reason: null, usage } }],
      ["content_block_start", { index: 0, content_block: block }],
      ["content_block_delta", { index: 0, delta }],
      ["content_block_stop", { index: 0 }],
      ["message_delta", { delta: stop, usage }],
      ["message_stop", {}],
    ]);
  },
};

/** Codex's. */
const responses: Dialect = {
  path: /\/responses$/,
  read({ tools = [], input = [] }) {
    return {
      tools: tools.flatMap((tool: { type: string; name: string; tools?: Tool[] }) =>
        tool.type === "namespace"
          ? (tool.tools ?? []).map(({ name }) => ({ name, namespace: tool.name }))
          : [tool],
      ),
      results: textsOf(input, "function_call_output", "output"),
    };
  },
  write(call, turn) {
    const item = call
      ? {
          ...{ type: "function_call", id: `fc_${turn}`, call_id: `call_${turn}`, name: call.name },
          ...(call.namespace && { namespace: call.namespace }),
          arguments: JSON.stringify(call.input),
        }
      : {
          ...{ type: "message", id: `msg_${turn}`, role: "assistant" },
          content: [{ type: "output_text", text: DONE, annotations: [] }],
        };
    const usage = {
      ...{ input_tokens: 1, input_tokens_details: null, total_tokens: 2 },
      ...{ output_tokens: 1, output_tokens_details: null },
    };
    const response = { id: `resp_${turn}` };
    return named([
      ["response.created", { response }],
      ["response.output_item.done", { output_index: 0, item }],
      ["response.completed", { response: { ...response, usage } }],
    ]);
  },
};

/** opencode's. */
const completions: Dialect = {
  path: /\/chat\/completions$/,
  read: ({ tools = [], messages: said = [] }) => ({
    tools: tools.map((tool: { function: Tool }) => tool.function),
    results: said
      .filter(({ role }: { role: string }) => role === "tool")
      .map(({ content }: { content: unknown }) => JSON.stringify(content)),
  }),
  write(call, turn) {
    const delta = call
      ? {
          tool_calls: [
            {
              ...{ index: 0, id: `call_${turn}`, type: "function" },
              function: { name: call.name, arguments: JSON.stringify(call.input) },
            },
          ],
        }
      : { content: DONE };
    const head = { id: `chatcmpl-${turn}`, object: "chat.completion.chunk", model: "stand-in" };
    const end = { finish_reason: call ? "tool_calls" : "stop", delta: {} };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const chunks = [
      { ...head, choices: [{ index: 0, delta: { role: "assistant", ...delta } }] },
      { ...head, choices: [{ index: 0, ...end }], usage },
    ];
    return `${chunks.map(dataLine).join("")}data: [DONE]\n\n`;
  },
};

/** Gemini CLI's. */
const contents: Dialect = {
  path: /:(streamGenerateContent|generateContent)$/,
  read({ tools = [], contents: said = [] }) {
    const parts = said.flatMap((one: { parts?: object[] }) => one.parts ?? []);
    return {
      tools: tools.flatMap(
        (tool: { functionDeclarations?: Tool[] }) => tool.functionDeclarations ?? [],
      ),
      results: parts
        .filter((part: object) => "functionResponse" in part)
        .map((part: { functionResponse: unknown }) => JSON.stringify(part.functionResponse)),
    };
  },
  write(call) {
    const part = call ? { functionCall: { name: call.name, args: call.input } } : { text: DONE };
    const candidate = { content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    return dataLine({ candidates: [candidate], usageMetadata });
  },
};

export const DIALECTS: readonly Dialect[] = [messages, responses, completions, contents];

function textsOf(items: Record<string, unknown>[], type: string, field: string): string[] {
  return items.filter((item) => item["type"] === type).map((item) => JSON.stringify(item[field]));
}

function named(events: [string, Record<string, unknown>][]): string {
  return events.map(([type, data]) => `event: ${type}\n${dataLine({ type, ...data })}`).join("");
}

function dataLine(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
