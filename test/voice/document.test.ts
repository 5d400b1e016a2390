/** The OpenAPI document of the voice API, which is all that the author of a client has. */
import { expect, it } from "vitest";
import { startVoice } from "../support/voice.ts";

it("is OpenAPI 3.1, names every address, and every address that it names is there", async () => {
  await using voice = await startVoice();
  const response = await voice.raw("openapi.json");
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "application/json",
  ]);
  const document = await response.json();
  expect(document).toMatchObject({ openapi: "3.1.0", security: [{ token: [] }] });
  expect(document.components.securitySchemes).toEqual({
    token: { type: "http", scheme: "bearer" },
  });
  const operations = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(operations.sort()).toEqual([
    "get /api/voice/agents/{agent_id}/output",
    "get /api/voice/agents/{agent_id}/question",
    "get /api/voice/agents/{agent_id}/transcript",
    "get /api/voice/asks/{ask_id}/question",
    "get /api/voice/sessions",
    "get /api/voice/uploads/{upload_id}",
    "post /api/voice/agents/{agent_id}/upload",
    "post /api/voice/asks/{ask_id}/snooze",
    "post /api/voice/command",
  ]);
  for (const operation of operations) {
    const [method = "", path = ""] = operation.split(" ");
    const address = path.replace("/api/voice/", "").replace(/\{\w+\}/, "1");
    const heard = await voice.raw(address, { method: method === "get" ? "DELETE" : "GET" });
    expect([address, heard.status, heard.headers.get("allow")]).toEqual([
      address,
      405,
      method.toUpperCase(),
    ]);
  }
});

it("describes what is taken and said, and nothing besides", async () => {
  await using voice = await startVoice();
  const { paths, components } = await (await voice.raw("openapi.json")).json();
  expect(Object.keys(components.schemas).sort()).toEqual([
    ...[
      "AskQuestionReply",
      "CommandReply",
      "OutputReply",
      "QuestionReply",
      "SessionsReply",
      "SnoozeReply",
      "TranscriptReply",
      "UploadReply",
      "VoiceError",
    ],
  ]);
  for (const schema of Object.values<{ required: string[] }>(components.schemas)) {
    expect(schema).toMatchObject({ type: "object", additionalProperties: false });
    expect(schema.required.slice(0, 3)).toEqual(["status_line", "results", "next_action"]);
  }
  const { post } = paths["/api/voice/command"];
  const body = post.requestBody.content["application/json"].schema;
  expect(Object.keys(body.properties)).toEqual([
    ...["text", "option_ids", "agent_id", "ask_id", "question_index", "ask_back", "mode"],
    ...["message_id", "verbosity", "lang"],
  ]);
  expect([post.requestBody.required, body.required]).toEqual([true, undefined]);
  expect(body.properties.text).toMatchObject({ type: "string", minLength: 1, maxLength: 100_000 });
  const { get } = paths["/api/voice/agents/{agent_id}/transcript"];
  expect(get.parameters).toMatchObject([
    { name: "agent_id", in: "path", required: true, schema: { type: "integer" } },
    { name: "verbosity", in: "query", required: false },
    { name: "lang", in: "query", required: false },
    { name: "before", in: "query", required: false, schema: { type: "integer", minimum: 1 } },
    {
      name: "limit",
      in: "query",
      required: false,
      description: "Turns; 50 unless given, 200 at most",
    },
  ]);
  expect(get.responses[200].content["application/json"].schema).toEqual({
    $ref: "#/components/schemas/TranscriptReply",
  });
  expect(get.responses.default.content["application/json"].schema).toEqual({
    $ref: "#/components/schemas/VoiceError",
  });
});
