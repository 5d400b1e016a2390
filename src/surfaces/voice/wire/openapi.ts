/** The API's own description, OpenAPI 3.1, made of the schemas that requests are read with and replies are typed by. */
import { z } from "zod";
import {
  CommandBody,
  CommandReply,
  OutputQuery,
  OutputReply,
  QuestionReply,
  SessionsQuery,
  SessionsReply,
  TranscriptQuery,
  TranscriptReply,
  UploadReply,
  VoiceError,
} from "./schemas.ts";

interface Route {
  method: "get" | "post";
  path: string;
  summary: string;
  query?: z.ZodObject;
  body?: object;
  reply: object;
}

export function openApiDocument(version: string): object {
  return {
    openapi: "3.1.0",
    info: {
      title: "Askline voice API",
      version,
      description: "Every reply begins with status_line, results and next_action, to be read aloud in this order.",
    },
    security: [{ token: [] }],
    paths: pathsOf(ROUTES),
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
      schemas: Object.fromEntries(
        Object.entries(REPLIES).map(([name, schema]) => [name, jsonSchema(schema, "output")]),
      ),
    },
  };
}

const REPLIES = {
  CommandReply,
  SessionsReply,
  OutputReply,
  QuestionReply,
  TranscriptReply,
  UploadReply,
  VoiceError,
};

function says(name: keyof typeof REPLIES) {
  return { description: "OK", content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } } };
}

const FILE_FORM = {
  type: "object",
  required: ["file"],
  properties: { file: { type: "string", format: "binary" }, caption: { type: "string" } },
};
const BYTES = { schema: { type: "string", format: "binary" } };

const ROUTES: Route[] = [
  {
    method: "post",
    path: "/api/voice/command",
    summary: "Say something to an agent: an answer to its question, or a command",
    body: { "application/json": { schema: jsonSchema(CommandBody, "input") } },
    reply: says("CommandReply"),
  },
  {
    method: "get",
    path: "/api/voice/sessions",
    summary: "The agents that are running",
    query: SessionsQuery,
    reply: says("SessionsReply"),
  },
  {
    method: "get",
    path: "/api/voice/agents/{agent_id}/output",
    summary: "What an agent did last",
    query: OutputQuery,
    reply: says("OutputReply"),
  },
  {
    method: "get",
    path: "/api/voice/agents/{agent_id}/question",
    summary: "What an agent wants to know",
    query: SessionsQuery,
    reply: says("QuestionReply"),
  },
  {
    method: "get",
    path: "/api/voice/agents/{agent_id}/transcript",
    summary: "What was said with an agent, from the newest page back",
    query: TranscriptQuery,
    reply: says("TranscriptReply"),
  },
  {
    method: "post",
    path: "/api/voice/agents/{agent_id}/upload",
    summary: "Hand a file to an agent; bare bytes come with their name in X-File-Name, percent-encoded",
    query: SessionsQuery,
    body: { "multipart/form-data": { schema: FILE_FORM }, "application/octet-stream": BYTES },
    reply: says("UploadReply"),
  },
  {
    method: "get",
    path: "/api/voice/uploads/{upload_id}",
    summary: "Download a file that was handed to an agent",
    reply: { description: "The file, as an attachment", content: { "application/octet-stream": BYTES } },
  },
];

function pathsOf(routes: Route[]): Record<string, object> {
  return Object.fromEntries(
    routes.map(({ method, path, summary, query, body, reply }) => [
      path,
      {
        [method]: {
          summary,
          parameters: [...pathParameters(path), ...(query === undefined ? [] : queryParameters(query))],
          ...(body && { requestBody: { required: true, content: body } }),
          responses: { 200: reply, default: { ...says("VoiceError"), description: "What went wrong, in words" } },
        },
      },
    ]),
  );
}

function pathParameters(path: string): object[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    ...{ name, in: "path", required: true, schema: { type: name === "agent_id" ? "integer" : "string" } },
  }));
}

function queryParameters(query: z.ZodObject): object[] {
  const { properties = {} } = jsonSchema(query, "output") as { properties?: Record<string, { description?: string }> };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    ...{ name, in: "query", required: false, schema },
    ...(description && { description }),
  }));
}

/** OpenAPI 3.1 says which JSON Schema it speaks by itself. */
function jsonSchema(schema: z.ZodType, io: "input" | "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
