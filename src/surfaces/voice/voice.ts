/**
 * The voice API, `/api/voice/*`, for people who talk to agents instead of typing. Every reply
 * begins with three fields to read aloud, and every error is a sentence that a person can act on.
 */
import { join } from "node:path";
import { OpenAPIHono } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { Deliveries } from "../../agents/channels/deliveries.ts";
import type { Agent } from "../../core/agent/agent.ts";
import type { LogEvent } from "../../core/agent/log-event.ts";
import type { Locale } from "../../core/locale.ts";
import { safeText } from "../../core/safety/safe-text.ts";
import type { Desk } from "../../desk/desk.ts";
import { openSnoozes } from "../../desk/snoozes.ts";
import { byPersonOnly } from "../../http/agent-caller.ts";
import { newRoutes, type RouteEnv, type Routes } from "../../http/routes.ts";
import type { LogReads } from "../../store/agent-log.ts";
import { openUploads } from "../../store/uploads/uploads.ts";
import { output } from "./agents/output.ts";
import { createRoster } from "./agents/roster.ts";
import { sessions } from "./agents/sessions.ts";
import { transcript } from "./agents/transcript.ts";
import { createVoiceTurns } from "./agents/turns.ts";
import { createAnswerTurns } from "./answering/answer-turns.ts";
import { createAnswering } from "./answering/answering.ts";
import { command, keptOf, type Wish } from "./answering/command.ts";
import { createConfirmations } from "./answering/confirmations.ts";
import { earlierReply } from "./answering/earlier.ts";
import { createLastQuestionByDevice } from "./answering/last-question-by-device.ts";
import { createOpenQuestions } from "./answering/open-question.ts";
import { question } from "./answering/question.ts";
import { createSending } from "./answering/sending.ts";
import { askQuestion } from "./asks/ask-question.ts";
import { createOpenAsks } from "./asks/open-asks.ts";
import { snooze } from "./asks/snooze.ts";
import { type Call, callOf, localeOf, problemWith } from "./calls/call.ts";
import { type Attempt, type Message, openMessageIds } from "./calls/message-ids.ts";
import { errorBody, problemAt, problemIn, statusOf, VoiceProblem } from "./calls/voice-error.ts";
import { type VoiceMessages, voiceMessages } from "./speech/messages.ts";
import { download, upload } from "./upload/upload.ts";
import { openApiDocument, ROUTES } from "./wire/routes.ts";
import type { CommandBody, CommandReply, Verbosity } from "./wire/wire.ts";

export interface VoiceParts {
  desk: Desk;
  log: LogReads;
  deliveries: Pick<Deliveries, "send" | "waitForDelivery" | "interrupt">;
  /** Calls back for every event committed to the log. Returns a function that stops this. */
  onEvent(listener: (event: LogEvent) => void): () => void;
  locale: Locale;
  /** The person this machine belongs to, for calls with its own token. */
  person: string;
  stateDirectory: string;
  largestUploadBytes: number;
  retentionDays: number;
  version: string;
  onWarning: (message: string) => void;
  now?: () => Date;
}

export interface Voice {
  readonly routes: Routes;
  /** Turns the guard's refusals into sentences to read aloud. */
  refuse(refusal: { status: number }, path: string, languages?: string | null): object | null;
  close(): Promise<void>;
}

interface VoiceEnv {
  Bindings: RouteEnv["Bindings"];
  /** The texts in the language of this call, also for its errors. */
  Variables: RouteEnv["Variables"] & { say: VoiceMessages };
}

const PREFIX = "/api/voice";
const DOCUMENT = "/api/voice/openapi.json";
const CLEAN_UP_EVERY_MS = 60 * 60_000;

export function createVoice(parts: VoiceParts): Voice {
  const { desk, log, deliveries, onEvent, locale, person, now = () => new Date() } = parts;
  const turns = createVoiceTurns(log);
  const roster = createRoster({ log, onEvent, turns, now });
  const open = createOpenQuestions({ desk, log });
  const snoozes = openSnoozes(parts.stateDirectory);
  const asks = createOpenAsks({ desk, log, snoozes, now });
  const sending = createSending({ log, deliveries, onEvent });
  const confirmations = createConfirmations(now);
  const lastQuestion = createLastQuestionByDevice(now);
  const answering = createAnswering({
    desk,
    sending,
    confirmations,
    answerTurns: createAnswerTurns(onEvent),
  });
  const commandParts = {
    log,
    roster,
    open,
    asks,
    answering,
    confirmations,
    lastQuestion,
    sending,
    deliveries,
  };
  const uploads = openUploads({
    directory: join(parts.stateDirectory, "uploads"),
    largestBytes: parts.largestUploadBytes,
    retentionDays: parts.retentionDays,
    now,
  });
  const messageIds = openMessageIds(join(parts.stateDirectory, "voice", "messages"), now);
  const cleanUp = () => {
    void uploads.cleanUp().catch(() => undefined);
    void messageIds.cleanUp().catch(() => undefined);
  };
  const cleaning = setInterval(cleanUp, CLEAN_UP_EVERY_MS).unref();
  cleanUp();
  return {
    routes: newRoutes().route("/", api()),
    refuse,
    async close() {
      clearInterval(cleaning);
      roster.close();
    },
  };

  function api() {
    const app = new OpenAPIHono<VoiceEnv>({
      defaultHook(result) {
        if (!result.success) throw new VoiceProblem(problemWith(result.error, result.target));
      },
    });
    app.onError(saidAloud);
    app.use(`${PREFIX}/*`, async (c, next) => {
      c.set("say", sayIn(c, c.req.query("lang")));
      await next();
    });
    app.post(ROUTES.command.getRoutingPath(), byPersonOnly);
    app.openapi(ROUTES.command, async (c) => {
      const { lang, verbosity = c.req.valid("query").verbosity, ...body } = c.req.valid("json");
      // The body of a command may name its language; errors after this point use it too.
      if (lang !== undefined) c.set("say", sayIn(c, lang));
      const call = callIn(c, { verbosity });
      const wish = wishIn(body);
      const message = messageOf(call, body.message_id, JSON.stringify(wish));
      const work = ({ triedAt }: Attempt) => answered(wish, triedAt, call);
      return c.json(await messageIds.once(message, work, keptOf), 200);
    });
    app.openapi(ROUTES.sessions, async (c) => {
      const query = c.req.valid("query");
      const wanted = { limit: query.asks_limit, after: query.asks_after, words: query.q };
      return c.json(await sessions({ roster, asks }, wanted, callIn(c, query)), 200);
    });
    app.openapi(ROUTES.output, async (c) => {
      const query = c.req.valid("query");
      const agent = await agentCalled(c.req.valid("param").agent_id);
      return c.json(await output({ log, roster }, agent, query.limit, callIn(c, query)), 200);
    });
    app.openapi(ROUTES.question, async (c) => {
      const agent = await agentCalled(c.req.valid("param").agent_id);
      return c.json(
        await question({ log, roster, open, lastQuestion }, agent, callIn(c, c.req.valid("query"))),
        200,
      );
    });
    app.openapi(ROUTES.askQuestion, async (c) => {
      const { ask_id: askId } = c.req.valid("param");
      const call = callIn(c, c.req.valid("query"));
      return c.json(await askQuestion({ log, open, lastQuestion }, askId, call), 200);
    });
    app.post(ROUTES.snooze.getRoutingPath(), byPersonOnly);
    app.openapi(ROUTES.snooze, async (c) => {
      const { ask_id: askId } = c.req.valid("param");
      const { until, lang } = c.req.valid("json");
      if (lang !== undefined) c.set("say", sayIn(c, lang));
      const call = callIn(c, c.req.valid("query"));
      return c.json(await snooze({ desk, snoozes, now }, askId, until, call), 200);
    });
    app.openapi(ROUTES.transcript, async (c) => {
      const query = c.req.valid("query");
      const agent = await agentCalled(c.req.valid("param").agent_id);
      return c.json(await transcript({ turns, roster }, agent, query, callIn(c, query)), 200);
    });
    app.openapi(ROUTES.upload, async (c) => {
      const agent = await agentCalled(c.req.valid("param").agent_id);
      const query = c.req.valid("query");
      const call = callIn(c, query);
      const message = messageOf(call, query.message_id, `upload ${agent.id}`);
      const work = (attempt: Attempt) =>
        upload({ log, roster, sending, uploads }, agent, c.env.incoming, call, attempt);
      return c.json(await messageIds.once(message, work, (reply) => reply), 200);
    });
    app.openapi(ROUTES.download, (c) => download(uploads, c.req.valid("param").upload_id));
    let document: object | undefined;
    app.get(DOCUMENT, (c) => {
      document ??= openApiDocument(app, parts.version);
      return c.json(document);
    });
    for (const { method, getRoutingPath } of Object.values(ROUTES))
      app.all(getRoutingPath(), only(method));
    app.all(DOCUMENT, only("get"));
    app.all(`${PREFIX}/*`, () => {
      throw new VoiceProblem("unknown_address");
    });
    return app;
  }

  async function answered(wish: Wish, triedAt: string | null, call: Call): Promise<CommandReply> {
    const earlier =
      triedAt && (await earlierReply({ desk, log, roster, sending }, wish, triedAt, call));
    return earlier || command(commandParts, wish, call);
  }

  function refuse(
    { status }: { status: number },
    path: string,
    languages: string | null = null,
  ): object | null {
    if (path !== PREFIX && !path.startsWith(`${PREFIX}/`)) return null;
    return errorBody(
      { problem: problemAt(status), detail: null },
      voiceMessages(localeOf(null, languages, locale)),
    );
  }

  function sayIn(c: Context<VoiceEnv>, lang: string | undefined): VoiceMessages {
    return voiceMessages(localeOf(lang, c.req.header("accept-language"), locale));
  }

  function callIn(
    c: Context<VoiceEnv>,
    { verbosity }: { verbosity?: Verbosity | undefined },
  ): Call {
    return callOf({ caller: c.get("caller"), say: c.get("say"), person, verbosity });
  }

  async function agentCalled(id: string): Promise<Agent> {
    const agent = await log.agent(Number(id));
    if (agent === null) throw new VoiceProblem("unknown_agent");
    return agent;
  }

  function saidAloud(error: Error, c: Context<VoiceEnv>): Response {
    const say = c.get("say");
    const problem = problemIn(error, say, c.get("caller").device?.who ?? person);
    if (problem === null) parts.onWarning(`A voice call failed: ${error.stack ?? String(error)}`);
    return inWords(problem ?? new VoiceProblem("failure"), say);
  }
}

/** Refuses every method except the one that the path supports. */
function only(method: string) {
  return (c: Context<VoiceEnv>) =>
    inWords(new VoiceProblem("wrong_method"), c.get("say"), { allow: method.toUpperCase() });
}

function messageOf({ device }: Call, id: string | undefined, content: string): Message | null {
  return id === undefined ? null : { device, id, content };
}

function wishIn(body: CommandBody): Wish {
  // Only characters that cannot be seen or heard.
  if (body.text !== undefined && safeText(body.text).trim() === "")
    throw new VoiceProblem("nothing_said");
  return {
    text: body.text,
    optionIds: body.option_ids,
    agentId: body.agent_id == null ? undefined : Number(body.agent_id),
    askId: body.ask_id,
    questionIndex: body.question_index,
    askBack: body.ask_back,
    mode: body.mode,
  };
}

function inWords(
  problem: VoiceProblem,
  say: VoiceMessages,
  headers: Record<string, string> = {},
): Response {
  return Response.json(errorBody(problem, say), { status: statusOf(problem.problem), headers });
}
