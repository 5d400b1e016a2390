/**
 * Makes `src/sources/mcp/tool-schemas.json` from the schemas that validate: plain JSON
 * Schema that every provider's dialect accepts. `npm run tool-schemas` runs it; a test fails
 * if the file is out of date.
 */
import { z } from "zod";
import { ProvideChoiceRequest, SESSION_ID } from "../src/choice/request.ts";
import { ProvideChoiceResponse } from "../src/choice/response.ts";
import { AskedQuestions, AskUserQuestions } from "../src/sources/mcp/ask-user-questions.ts";
import { EarlierAnswers } from "../src/sources/mcp/earlier-answers.ts";
import { FetchedAnswers, GetAnswers } from "../src/sources/mcp/get-answers.ts";
import { OpenQuestions } from "../src/sources/mcp/list-open-questions.ts";
import { Refusal } from "../src/sources/mcp/refusal.ts";

export function toolSchemas() {
  return {
    provide_choice: {
      input: jsonSchemaOf(
        ProvideChoiceRequest.partial().extend({ session_id: SESSION_ID.optional() }),
      ),
      output: outputOf(ProvideChoiceResponse),
    },
    ask_user_questions: {
      input: jsonSchemaOf(AskUserQuestions),
      output: outputOf(AskedQuestions),
    },
    get_answers: { input: jsonSchemaOf(GetAnswers), output: outputOf(FetchedAnswers) },
    list_open_questions: { input: jsonSchemaOf(z.object({})), output: outputOf(OpenQuestions) },
  };
}

/**
 * Any call may bring the answers of earlier ones. Some clients check structured content by the
 * output schema even if the call failed, so the schema knows a failure too. The fields stay at the
 * root, where every client looks for them.
 */
function outputOf(schema: z.ZodObject): unknown {
  const result = schema.extend({ earlier_answers: EarlierAnswers, error: Refusal.optional() });
  const { required = [], ...fields } = jsonSchemaOf(result) as { required?: string[] };
  return { ...fields, anyOf: [{ required }, { required: ["error"] }] };
}

function jsonSchemaOf(schema: z.ZodType): unknown {
  return portable(z.toJSONSchema(schema, { io: "input" }));
}

const NOISE = ["$schema", "additionalProperties"];

/**
 * Several types at once become alternatives, which more clients understand; parts that a model
 * need not read are dropped.
 */
function portable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(portable);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).filter(
    ([name, value]) => !(NOISE.includes(name) && typeof value !== "object"),
  );
  const { type, ...rest } = Object.fromEntries(
    entries.map(([name, value]) => [name, portable(value)]),
  );
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  return { ...rest, anyOf: type.map((single) => ({ type: single })) };
}
