/**
 * Reads request bodies: no more bytes than allowed, and JSON by its schema where JSON is expected.
 */
import type { IncomingMessage } from "node:http";
import type { MiddlewareHandler } from "hono";
import type { z } from "zod";
import { AsklineError } from "../core/ask/errors.ts";
import { sentenceOf } from "../core/ask/question.ts";
import { jsonIn } from "../core/json.ts";
import type { RouteEnv } from "./routes.ts";

/** Each group of routes reports it in its own words and with its own status. */
export class UnreadableBody extends AsklineError {
  readonly code = "bad_request";
  readonly suggestion = "";
  readonly problem: "too_large" | "not_json" | "unfit";
  constructor(problem: UnreadableBody["problem"], message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Never reads more than allowed, whatever length the request claims. */
export async function bytesOf(incoming: IncomingMessage, mostBytes: number): Promise<Buffer> {
  if (Number(incoming.headers["content-length"] ?? 0) > mostBytes) throw tooLarge();
  const chunks: Buffer[] = [];
  let length = 0;
  // The connection stays open when the body is given up: the refusal is still to be sent on it.
  for await (const chunk of incoming.iterator({
    destroyOnReturn: false,
  }) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > mostBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
}

/** A JSON body for the handlers that follow, as `c.req.valid("json")`. */
export function jsonBody<Schema extends z.ZodType>(
  schema: Schema,
  mostBytes: number,
): MiddlewareHandler<
  RouteEnv,
  string,
  { in: { json: z.input<Schema> }; out: { json: z.output<Schema> } }
> {
  return async (c, next) => {
    const parsed = schema.safeParse(valueIn(await bytesOf(c.env.incoming, mostBytes)));
    if (!parsed.success)
      throw new UnreadableBody("unfit", parsed.error.issues.map(sentenceOf).join(" "));
    c.req.addValidatedData("json", parsed.data as object);
    await next();
  };
}

/**
 * For routes of an OpenAPI document, whose library parses
 * and checks JSON itself: it gets the bytes read here.
 */
export function limitJson(mostBytes: number): MiddlewareHandler<RouteEnv> {
  return async (c, next) => {
    const rawBody = await bytesOf(c.env.incoming, mostBytes);
    textIn(rawBody);
    // The server's adapter looks here for a body that has already been read.
    Object.assign(c.env.incoming, { rawBody });
    // The guard has checked that it is JSON; the library knows fewer spellings of that type.
    c.req.raw.headers.set("content-type", "application/json");
    await next();
  };
}

function valueIn(bytes: Buffer): unknown {
  const value = jsonIn(textIn(bytes));
  if (value === undefined) throw notJson();
  return value;
}

function textIn(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw notJson();
  }
}

function tooLarge() {
  return new UnreadableBody("too_large", "That is too much to send at once.");
}

function notJson() {
  return new UnreadableBody("not_json", "What was sent is not JSON.");
}
