/**
 * The routes of the voice API with their schemas, which read the requests and make the OpenAPI
 * document.
 */
import { createRoute, type OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { limitJson } from "../../../http/body.ts";
import {
  AskQuestionReply,
  CommandBody,
  CommandReply,
  ListQuery,
  OutputQuery,
  OutputReply,
  QuestionReply,
  SessionsQuery,
  SessionsReply,
  SnoozeBody,
  SnoozeReply,
  TranscriptQuery,
  TranscriptReply,
  UploadQuery,
  UploadReply,
  VoiceError,
} from "./wire.ts";

const LARGEST_COMMAND_BYTES = 512 * 1024;

const AgentPath = z.object({
  agent_id: z
    .string()
    .regex(/^\d{1,15}$/)
    .meta({ type: "integer" }),
});

// Only for the document: an upload is checked by its content.
const Bytes = { type: "string", format: "binary" } as const;
const FileForm = {
  type: "object" as const,
  required: ["file"],
  properties: { file: Bytes, caption: { type: "string" as const } },
};

export const ROUTES = {
  command: createRoute({
    method: "post",
    path: "/api/voice/command",
    summary: "Say something to an agent: an answer to its question, or a command",
    middleware: limitJson(LARGEST_COMMAND_BYTES),
    request: {
      query: SessionsQuery,
      body: { required: true, content: { "application/json": { schema: CommandBody } } },
    },
    responses: saying(CommandReply),
  }),
  sessions: createRoute({
    method: "get",
    path: "/api/voice/sessions",
    summary: "The agents that are running, and the open asks beside their questions",
    request: { query: ListQuery },
    responses: saying(SessionsReply),
  }),
  output: createRoute({
    method: "get",
    path: "/api/voice/agents/{agent_id}/output",
    summary: "What an agent did last",
    request: { params: AgentPath, query: OutputQuery },
    responses: saying(OutputReply),
  }),
  question: createRoute({
    method: "get",
    path: "/api/voice/agents/{agent_id}/question",
    summary: "What an agent wants to know",
    request: { params: AgentPath, query: SessionsQuery },
    responses: saying(QuestionReply),
  }),
  askQuestion: createRoute({
    method: "get",
    path: "/api/voice/asks/{ask_id}/question",
    summary: "What an open ask wants to know that no agent waits with",
    request: { params: z.object({ ask_id: z.string().max(100) }), query: SessionsQuery },
    responses: saying(AskQuestionReply),
  }),
  snooze: createRoute({
    method: "post",
    path: "/api/voice/asks/{ask_id}/snooze",
    summary: "Put an open ask off, or bring it back",
    middleware: limitJson(LARGEST_COMMAND_BYTES),
    request: {
      params: z.object({ ask_id: z.string().max(100) }),
      query: SessionsQuery,
      body: { required: true, content: { "application/json": { schema: SnoozeBody } } },
    },
    responses: saying(SnoozeReply),
  }),
  transcript: createRoute({
    method: "get",
    path: "/api/voice/agents/{agent_id}/transcript",
    summary: "What was said with an agent, from the newest page back",
    request: { params: AgentPath, query: TranscriptQuery },
    responses: saying(TranscriptReply),
  }),
  upload: createRoute({
    method: "post",
    path: "/api/voice/agents/{agent_id}/upload",
    summary:
      "Hand a file to an agent; bare bytes come with their name in X-File-Name, percent-encoded",
    request: {
      params: AgentPath,
      query: UploadQuery,
      body: {
        required: true,
        content: {
          "multipart/form-data": { schema: FileForm },
          "application/octet-stream": { schema: Bytes },
        },
      },
    },
    responses: saying(UploadReply),
  }),
  download: createRoute({
    method: "get",
    path: "/api/voice/uploads/{upload_id}",
    summary: "Download a file that was handed to an agent",
    request: { params: z.object({ upload_id: z.string() }), query: SessionsQuery },
    responses: {
      200: {
        description: "The file, as an attachment",
        content: { "application/octet-stream": { schema: Bytes } },
      },
      default: inWords(),
    },
  }),
};

export function openApiDocument(
  { openAPIRegistry, getOpenAPI31Document }: Described,
  version: string,
): object {
  openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  return getOpenAPI31Document({
    openapi: "3.1.0",
    info: {
      title: "Askline voice API",
      version,
      description:
        "Every reply begins with status_line, results and next_action, " +
        "to be read aloud in this order.",
    },
    security: [{ token: [] }],
  });
}

type Described = Pick<OpenAPIHono, "openAPIRegistry" | "getOpenAPI31Document">;

function saying<Reply extends z.ZodType>(schema: Reply) {
  return {
    200: { description: "OK", content: { "application/json": { schema } } },
    default: inWords(),
  };
}

function inWords() {
  return {
    description: "What went wrong, in words",
    content: { "application/json": { schema: VoiceError } },
  };
}
