/**
 * The tools as clients list them. Agents start this server all day long and mostly call no tool, so
 * a start loads only this: the schemas are JSON made by `scripts/tool-schemas.mjs`, and each tool's
 * code is loaded by its first call.
 */
import type { StandardSchemaWithJSON, ToolAnnotations } from "@modelcontextprotocol/server";
import type { ToolCall } from "./call.ts";
import { ASK_USER_QUESTIONS, GET_ANSWERS, LIST_OPEN_QUESTIONS, PROVIDE_CHOICE } from "./policy.ts";
import schemas from "./tool-schemas.json" with { type: "json" };

export interface Tool {
  name: string;
  config: {
    title: string;
    description: string;
    inputSchema: StandardSchemaWithJSON<Record<string, unknown>, Record<string, unknown>>;
    outputSchema: StandardSchemaWithJSON;
    annotations: ToolAnnotations;
    _meta?: Record<string, unknown>;
  };
  load(): Promise<ToolCall>;
}

/**
 * Clients ask for permission, or hide a tool until it is searched for, unless the tool
 * declares that it is harmless and always needed. Asking a person changes nothing, so the
 * tools are read-only: in plan mode, Claude Code asks for permission to call any other tool,
 * even if a rule allows it.
 */
const HARMLESS = { readOnlyHint: true, destructiveHint: false, openWorldHint: false } as const;
const ALWAYS_LOADED = { "anthropic/alwaysLoad": true } as const;

export const TOOLS: Tool[] = [
  {
    name: "provide_choice",
    config: {
      title: "Ask a person to decide",
      description: PROVIDE_CHOICE,
      inputSchema: described(schemas.provide_choice.input),
      outputSchema: described(schemas.provide_choice.output),
      annotations: HARMLESS,
      _meta: {
        ...ALWAYS_LOADED,
        "anthropic/searchHint": "ask the user to choose, confirm or decide",
      },
    },
    load: async () => (await import("./provide-choice.ts")).provideChoice,
  },
  {
    name: "ask_user_questions",
    config: {
      title: "Ask a person several questions",
      description: ASK_USER_QUESTIONS,
      inputSchema: described(schemas.ask_user_questions.input),
      outputSchema: described(schemas.ask_user_questions.output),
      annotations: HARMLESS,
      _meta: {
        ...ALWAYS_LOADED,
        "anthropic/searchHint": "ask the user questions, clarify requirements",
      },
    },
    load: async () => (await import("./ask-user-questions.ts")).askUserQuestions,
  },
  {
    name: "get_answers",
    config: {
      title: "Fetch a person's answers",
      description: GET_ANSWERS,
      inputSchema: described(schemas.get_answers.input),
      outputSchema: described(schemas.get_answers.output),
      // Without a session_id, each answer is given once.
      annotations: { ...HARMLESS, idempotentHint: false },
      _meta: ALWAYS_LOADED,
    },
    load: async () => (await import("./get-answers.ts")).getAnswers,
  },
  {
    name: "list_open_questions",
    config: {
      title: "List open questions",
      description: LIST_OPEN_QUESTIONS,
      inputSchema: described(schemas.list_open_questions.input),
      outputSchema: described(schemas.list_open_questions.output),
      annotations: { ...HARMLESS, idempotentHint: true },
    },
    load: async () => (await import("./list-open-questions.ts")).listOpenQuestions,
  },
];

/**
 * Our own validation does the checking, because it names every fault at once; a schema's first
 * complaint would hide the others.
 */
function described<T = Record<string, unknown>>(schema: object): StandardSchemaWithJSON<T, T> {
  const jsonSchema = () => schema as Record<string, unknown>;
  const validate = (value: unknown) => ({ value: (value ?? {}) as T });
  return {
    "~standard": {
      version: 1,
      vendor: "askline",
      validate,
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  };
}
