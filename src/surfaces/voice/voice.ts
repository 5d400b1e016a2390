/**
 * The voice API: `/api/voice/*` for whoever talks to agents instead of typing. Everything it says begins with three things
 * to be read aloud, and whatever goes wrong is said in words that a person can act on.
 */
import { join } from "node:path";
import type { Deliveries } from "../../agents/channels/deliveries.ts";
import type { Agent } from "../../core/agent/agent.ts";
import type { Locale } from "../../core/locale.ts";
import { safeText } from "../../core/safety/safe-text.ts";
import type { Desk } from "../../desk/desk.ts";
import type { LogEvent, LogReads } from "../../store/agent-log.ts";
import { output } from "./agents/output.ts";
import { createRoster } from "./agents/roster.ts";
import { sessions } from "./agents/sessions.ts";
import { transcript } from "./agents/transcript.ts";
import { createVoiceTurns } from "./agents/turns.ts";
import { createAnswerTurns } from "./answering/answer-turns.ts";
import { createAnswering } from "./answering/answering.ts";
import { command } from "./answering/command.ts";
import { createConfirmations } from "./answering/confirmations.ts";
import { createLastQuestionByDevice } from "./answering/last-question-by-device.ts";
import { createOpenQuestions } from "./answering/open-question.ts";
import { question } from "./answering/question.ts";
import { createSending } from "./answering/sending.ts";
import { bodyOf, type Call, localeOf, queryOf, type Visitor } from "./calls/call.ts";
import { errorBody, problemAt, problemIn, statusOf, VoiceProblem } from "./calls/voice-error.ts";
import { type VoiceMessages, voiceMessages } from "./speech/messages.ts";
import { download, upload } from "./upload/upload.ts";
import { openUploads } from "./upload/uploads.ts";
import { openApiDocument } from "./wire/openapi.ts";
import { CommandBody, OutputQuery, SessionsQuery, TranscriptQuery, type Verbosity } from "./wire/schemas.ts";

export interface VoiceParts {
  desk: Desk;
  log: LogReads;
  deliveries: Pick<Deliveries, "send" | "waitForDelivery" | "interrupt">;
  /** Tells of everything that was committed to the log. Returns what ends it. */
  onEvent(listener: (event: LogEvent) => void): () => void;
  locale: Locale;
  /** Whose machine this is, for calls with its own token. */
  person: string;
  stateDirectory: string;
  largestUploadBytes: number;
  retentionDays: number;
  version: string;
  onWarning: (message: string) => void;
  now?: () => Date;
}

export interface Voice {
  answer(request: Request, url: URL, visitor?: Visitor): Promise<Response | null>;
  /** The guard's refusals in words that can be read aloud. */
  refuse(refusal: { status: number }, path: string, languages?: string | null): object | null;
  close(): Promise<void>;
}

const PREFIX = "/api/voice";
const LARGEST_COMMAND_BYTES = 512 * 1024;
const CLEAN_UP_EVERY_MS = 60 * 60_000;
const NOBODY: Visitor = { device: null, isAbout: () => undefined };

export function createVoice(parts: VoiceParts): Voice {
  const { desk, log, deliveries, onEvent, locale, person, now = () => new Date() } = parts;
  const turns = createVoiceTurns(log);
  const roster = createRoster({ log, onEvent, turns, now });
  const open = createOpenQuestions({ desk, log });
  const sending = createSending({ log, deliveries, onEvent });
  const confirmations = createConfirmations(now);
  const lastQuestion = createLastQuestionByDevice(now);
  const answering = createAnswering({ desk, sending, confirmations, answerTurns: createAnswerTurns(onEvent) });
  const uploads = openUploads({
    directory: join(parts.stateDirectory, "uploads"),
    largestBytes: parts.largestUploadBytes,
    retentionDays: parts.retentionDays,
    now,
  });
  const cleanUp = () => void uploads.cleanUp().catch(() => undefined);
  const cleaning = setInterval(cleanUp, CLEAN_UP_EVERY_MS).unref();
  cleanUp();
  return {
    answer,
    refuse,
    async close() {
      clearInterval(cleaning);
      roster.close();
    },
  };

  async function answer(request: Request, url: URL, visitor = NOBODY): Promise<Response | null> {
    if (url.pathname !== PREFIX && !url.pathname.startsWith(`${PREFIX}/`)) return null;
    let say = sayIn(request, url.searchParams.get("lang"));
    // A command says its language in its body, and so what goes wrong after that is said in it too.
    const speak = (lang: string | undefined) => {
      if (lang !== undefined) say = sayIn(request, lang);
    };
    try {
      return await route(request, url, visitor, speak);
    } catch (error) {
      const problem = problemIn(error, say, visitor.device?.name ?? person);
      if (problem === null) parts.onWarning(`A voice call failed: ${(error as Error).stack ?? String(error)}`);
      return inWords(problem ?? new VoiceProblem("failure"), say);
    }
  }

  function refuse({ status }: { status: number }, path: string, languages: string | null = null): object | null {
    if (path !== PREFIX && !path.startsWith(`${PREFIX}/`)) return null;
    return errorBody({ problem: problemAt(status), detail: null }, voiceMessages(localeOf(null, languages, locale)));
  }

  function sayIn(request: Request, lang: string | null | undefined): VoiceMessages {
    return voiceMessages(localeOf(lang, request.headers.get("accept-language"), locale));
  }

  async function route(request: Request, url: URL, visitor: Visitor, speak: Speak): Promise<Response> {
    const [what = "", id = "", action = "", ...rest] = url.pathname.slice(PREFIX.length + 1).split("/");
    const name = [what, ...(id === "" ? [] : [":id"]), ...(action === "" ? [] : [action])].join("/");
    const wanted = rest.length === 0 ? METHODS[name] : undefined;
    if (wanted === undefined) throw new VoiceProblem("unknown_address");
    if (request.method !== wanted) {
      const say = sayIn(request, url.searchParams.get("lang"));
      return inWords(new VoiceProblem("wrong_method"), say, { allow: wanted });
    }
    const call = callOf(request, visitor, queryOf(SessionsQuery, url));
    switch (name) {
      case "command":
        return Response.json(await commanded(request, url, visitor, speak));
      case "sessions":
        return Response.json(await sessions(roster, call));
      case "openapi.json":
        return Response.json(openApiDocument(parts.version));
      case "uploads/:id":
        return download(uploads, id);
      default:
        return Response.json(await aboutOne(await agentCalled(id), action, url, call));
    }
  }

  async function aboutOne(agent: Agent, action: string, url: URL, call: Call) {
    switch (action) {
      case "output":
        return output({ log, roster }, agent, queryOf(OutputQuery, url).limit, call);
      case "question":
        return question({ log, roster, open, lastQuestion }, agent, call);
      case "transcript":
        return transcript({ turns, roster }, agent, queryOf(TranscriptQuery, url), call);
      default:
        return upload({ log, roster, sending, uploads }, agent, call);
    }
  }

  async function commanded(request: Request, url: URL, visitor: Visitor, speak: Speak) {
    const body = await bodyOf(CommandBody, request, LARGEST_COMMAND_BYTES);
    speak(body.lang);
    const call = callOf(request, visitor, { ...queryOf(SessionsQuery, url), ...definedOf(body) });
    // Nothing but what nobody can see or hear.
    if (body.text !== undefined && safeText(body.text).trim() === "") throw new VoiceProblem("nothing_said");
    const wish = {
      text: body.text,
      optionIds: body.option_ids,
      agentId: body.agent_id == null ? undefined : Number(body.agent_id),
      askId: body.ask_id,
      questionIndex: body.question_index,
      mode: body.mode,
    };
    return command({ log, roster, open, answering, confirmations, lastQuestion, sending, deliveries }, wish, call);
  }

  async function agentCalled(id: string): Promise<Agent> {
    const agent = /^\d{1,15}$/.test(id) ? await log.agent(Number(id)) : null;
    if (agent === null) throw new VoiceProblem("unknown_agent");
    return agent;
  }

  function callOf(request: Request, { device, isAbout }: Visitor, wish: Wish): Call {
    return {
      request,
      say: sayIn(request, wish.lang),
      verbosity: wish.verbosity ?? "concise",
      who: device?.name ?? person,
      device: device?.id ?? "this machine",
      isAbout: (agentId) => isAbout(String(agentId)),
    };
  }
}

type Speak = (lang: string | undefined) => void;

interface Wish {
  verbosity?: Verbosity | undefined;
  lang?: string | undefined;
}

const METHODS: Record<string, "GET" | "POST"> = {
  command: "POST",
  sessions: "GET",
  "openapi.json": "GET",
  "uploads/:id": "GET",
  "agents/:id/output": "GET",
  "agents/:id/question": "GET",
  "agents/:id/transcript": "GET",
  "agents/:id/upload": "POST",
};

function definedOf({ verbosity, lang }: Wish): Wish {
  return { ...(verbosity && { verbosity }), ...(lang && { lang }) };
}

function inWords(problem: VoiceProblem, say: VoiceMessages, headers: Record<string, string> = {}): Response {
  return Response.json(errorBody(problem, say), { status: statusOf(problem.problem), headers });
}
