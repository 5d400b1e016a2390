/** The OpenAPI description of `/api/store`, made of the schemas that read its requests. */
import { z } from "zod";
import {
  AmendBody,
  CleanUpBody,
  CopyBody,
  CountQuery,
  CreateBody,
  DraftBody,
  DraftQuery,
  EffectBody,
  FindQuery,
  MostQuery,
  PageQueryBody,
  SettleBody,
  TakenBody,
  WaitQuery,
} from "../store/remote/wire.ts";

interface Described {
  what: string;
  body?: z.ZodType;
  query?: z.ZodType;
  replies?: Record<number, string>;
}

const ASK = "/api/store/asks/{id}";
const REPLY = { 200: "{ask, revision}" };
const NOTHING = { 204: "Done" };

const ROUTES: Record<string, Described> = {
  "get /api/store/me": { what: "What this token may do, and the hub's version" },
  "get /api/store/openapi.json": { what: "This document" },
  "post /api/store/asks": {
    what: "Puts an ask, open or settled already. The same ask again is taken for granted",
    body: CreateBody,
    replies: {
      ...REPLY,
      403: "Not with this token, or not in this project",
      409: "The id is taken",
    },
  },
  "get /api/store/asks": {
    what: "The asks that fit, newest first",
    query: FindQuery,
    replies: { 200: "{asks, damaged}" },
  },
  "get /api/store/page": {
    what: "A part of a list; `after` is the `next` of the page before",
    query: PageQueryBody,
    replies: { 200: "{asks, next}" },
  },
  "get /api/store/count": {
    what: "How many fit, counted no further than `cap`",
    query: CountQuery,
    replies: { 200: "{count}" },
  },
  "get /api/store/due": {
    what: "The open asks whose deadlines come first",
    query: MostQuery,
    replies: { 200: "{due: [{id, expiresAt, createdAt}]}" },
  },
  "get /api/store/glance": {
    what: "Some of the newest open asks, at once",
    query: MostQuery,
    replies: { 200: "{asks}" },
  },
  "get /api/store/since": {
    what: "What came after the change `after`; everything without it, or where that is not known",
    replies: { 200: "{isGap, changes: [{id, ask, number}]}" },
  },
  "get /api/store/changes": {
    what:
      "Server-sent events: `resume` {status: ok | gap}, `ask` {id, ask, number} of what came since " +
      "`Last-Event-ID` (or `?after=`; `now` unless given), `caught_up`, then each change as it comes",
  },
  "post /api/store/cleanup": {
    what: "Removes old asks: see `askline cleanup`",
    body: CleanUpBody,
    replies: { 200: "{removed, kept}" },
  },
  [`get ${ASK}`]: { what: "One ask", replies: { ...REPLY, 404: "Not there, or not to be seen" } },
  [`delete ${ASK}`]: { what: "Removes it", replies: NOTHING },
  [`get ${ASK}/wait`]: {
    what: "Waits up to `for` seconds, 25 at most, and renews the asker's lease",
    query: WaitQuery,
    replies: { ...REPLY, 204: "As it was", 410: "Removed" },
  },
  [`post ${ASK}/settle`]: {
    what: "Decides it. The same `key` again gives the ask as that key settled it",
    body: SettleBody,
    replies: {
      200: "{ask, revision, isStale?}: with `isStale` nothing was decided, since it has changed",
      409: "Somebody was first: {error, ask}",
      422: "The reply does not fit",
    },
  },
  [`post ${ASK}/amend`]: {
    what: "Moves the deadline, or says who holds it",
    body: AmendBody,
    replies: REPLY,
  },
  [`post ${ASK}/taken`]: {
    what: "The outcome was received",
    body: TakenBody,
    replies: { 200: "{isNew}" },
  },
  [`post ${ASK}/effect`]: { what: "What the agent did", body: EffectBody, replies: REPLY },
  [`get ${ASK}/draft`]: {
    what: "A half-filled form",
    query: DraftQuery,
    replies: { 200: "{draft}" },
  },
  [`put ${ASK}/draft`]: {
    what: "Keeps a half-filled form",
    query: DraftQuery,
    body: DraftBody,
    replies: NOTHING,
  },
  [`delete ${ASK}/draft`]: { what: "Forgets it", query: DraftQuery, replies: NOTHING },
  [`post ${ASK}/drafts`]: {
    what: "Copies the drafts of another ask",
    body: CopyBody,
    replies: NOTHING,
  },
};

export function storeDocument(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [route, described] of Object.entries(ROUTES)) {
    const [method = "", path = ""] = route.split(" ");
    paths[path] = { ...paths[path], [method]: operationOf(path, described) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Askline: a store of questions over HTTP", version },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    paths,
  };
}

function operationOf(
  path: string,
  { what, body, query, replies = { 200: "Its fields" } }: Described,
) {
  const id = { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } };
  const asked = query && {
    name: "query",
    in: "query",
    content: { "application/json": { schema: schemaOf(query) } },
  };
  const parameters = [...(path.includes("{id}") ? [id] : []), ...(asked ? [asked] : [])];
  const content = body && { "application/json": { schema: schemaOf(body) } };
  const said = Object.entries({ ...replies, 401: "No token, or one that is not good any more" });
  return {
    summary: what,
    parameters,
    ...(content && { requestBody: { required: true, content } }),
    responses: Object.fromEntries(said.map(([status, description]) => [status, { description }])),
  };
}

function schemaOf(schema: z.ZodType): object {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
}
