/** The server of the web portal: its pages, the API they call, and their live connection. */
import type { Context } from "hono";
import { compress } from "hono/compress";
import type { z } from "zod";
import { readShortText } from "../../agents/clients/claude-code/written-plan.ts";
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import type { CallInput } from "../../core/ask/edited-call.ts";
import { AlreadySettled, AsklineError } from "../../core/ask/errors.ts";
import { sentenceOf } from "../../core/ask/question.ts";
import { wakesAt } from "../../core/ask/snooze.ts";
import { type Locale, localeFrom } from "../../core/locale.ts";
import { everyAsk } from "../../desk/all-pages.ts";
import type { Desk } from "../../desk/desk.ts";
import { effectiveInteraction, type InteractionSettings } from "../../desk/interaction.ts";
import { openSnoozes, withSnooze } from "../../desk/snoozes.ts";
import { byPersonOnly } from "../../http/agent-caller.ts";
import { openAssets } from "../../http/assets.ts";
import { jsonBody, UnreadableBody } from "../../http/body.ts";
import { type LimitedDesk, limitDesk, NotYoursToAnswer } from "../../http/limited-desk.ts";
import { newRoutes, type RouteEnv, type Routes } from "../../http/routes.ts";
import type { AskFeed, HubContext, NotifyingHubSurface } from "../surface.ts";
import { type AgentWorkParts, createAgentWork } from "./agents/agent-work.ts";
import { type AttachSettings, openAttachments } from "./attach.ts";
import { label } from "./label.ts";
import { createLive } from "./live.ts";
import { isPage } from "./pages.ts";
import { SignBody } from "./passkey-wire.ts";
import { createPortalPasskeys, type PasskeyParts, pageOf } from "./passkeys.ts";
import { createRecords } from "./records/records.ts";
import { followRevisions } from "./revisions.ts";
import { remainingSeconds } from "./rows/countdown.ts";
import { createRowList, waitsForSubmit } from "./rows/row-list.ts";
import { type RowPage, RowQuery } from "./rows/row-wire.ts";
import { createWelcome } from "./welcome.ts";
import {
  AnswerBody,
  type ChoicePage,
  type Dashboard,
  DraftBody,
  EvidenceBody,
  type EvidenceReply,
  ExtendBody,
  type LiveAsk,
  type Refused,
  RejectBody,
  SettingsBody,
  SnoozeBody,
  type Snoozed,
} from "./wire.ts";

export interface PortalParts {
  desk: Desk;
  interaction: InteractionSettings;
  locale: Locale;
  /** The person this machine belongs to; answers from the browser are given in their name. */
  person: string;
  /** The folder of the built pages. */
  assetsDirectory: string;
  settings: PasskeyParts["settings"] & AttachSettings & { stateDirectory: string };
  /** Null where no agents are followed. */
  agents: AgentWorkParts["agents"];
  /** Left out where nothing can be set up from here. */
  clients?: HubContext["clients"];
  /** Called when the person uses one of the pages. */
  onPerson?: (surface: string) => void;
}

const RECENT = 50;
const RECENT_IN_LIST = 20;
const LARGEST_BODY_BYTES = 1024 * 1024;

export function createPortal(parts: PortalParts): NotifyingHubSurface {
  const { desk, interaction, locale, person, assetsDirectory, settings, agents, onPerson } = parts;
  const snoozes = openSnoozes(settings.stateDirectory);
  const assets = openAssets(assetsDirectory, pageAt);
  const list = createRowList(desk, snoozes);
  const live = createLive({ desk, interaction, list, person });
  // A device answers in its own name, as it does by voice.
  const whoIs = (c: Context<RouteEnv>) => c.get("caller").device?.who ?? person;
  const byWhom = (c: Context<RouteEnv>) => {
    const token = c.get("caller").device?.token;
    return { surface: label.key, who: whoIs(c), ...(token !== undefined && { token }) };
  };
  const deskFor = (c: Context<RouteEnv>) => limitDesk(desk, c.get("caller").access);
  const draftKeyOf = (c: Context<RouteEnv>) => ({ surface: label.key, person: whoIs(c) });
  const isOvertaken = followRevisions();
  const passkeys = createPortalPasskeys({ settings, person, locale, now: () => new Date() });
  const { prove, beginSigning } = passkeys.ceremonies;
  const attachments = openAttachments(settings);
  return {
    name: label.key,
    label,
    routes: routes(),
    upgrade: live.upgrade,
    ...live.notices,
    start,
    isShowing: live.isWatched,
    close,
  };

  function start(asks: AskFeed) {
    list.start(asks);
    live.start(asks);
  }

  async function close() {
    await live.close();
    await list.close();
  }

  function routes(): Routes {
    const app = newRoutes();
    app.onError(refusal);
    app.get("/api/asks", async (c) => c.json(await dashboard(deskFor(c))));
    app.get("/api/rows", compress(), async (c) => c.json(await rows(c)));
    app.get("/api/asks/:id", async (c) => c.json(await choicePage(c.req.param("id"), c)));
    app.post("/api/asks/:id/answer", byPersonOnly, taking(AnswerBody), async (c) => {
      const { reply, confirmed, signed } = c.req.valid("json");
      const id = c.req.param("id");
      const ask = await deskFor(c).load(id);
      const proof = signed && (await prove(ask, reply, person, signed, pageOf(c)));
      const how = { ...byWhom(c), confirmed: confirmed === true, proof };
      return c.json(await settled(await deskFor(c).answer(id, reply, how), c));
    });
    app.get("/api/asks/:id/evidence", async (c) => c.json(await evidence(c.req.param("id"), c)));
    app.post("/api/asks/:id/evidence", taking(EvidenceBody), async (c) => {
      const { input } = c.req.valid("json");
      return c.json(await evidence(c.req.param("id"), c, input));
    });
    app.post("/api/asks/:id/files", byPersonOnly, async (c) => {
      await deskFor(c).load(c.req.param("id"));
      return c.json(await attachments.take(c.env.incoming, c.req.query("name") ?? ""));
    });
    app.post("/api/asks/:id/sign", taking(SignBody), async (c) => {
      const ask = await deskFor(c).load(c.req.param("id"));
      const { reply } = c.req.valid("json");
      return c.json(await beginSigning(ask, reply, person, pageOf(c)));
    });
    app.post("/api/asks/:id/reject", byPersonOnly, taking(RejectBody), async (c) => {
      const { kind, reason, askBack, notes } = c.req.valid("json");
      const why = { kind, reason: reason ?? null, ...(askBack && { askBack }), notes };
      return c.json(await settled(await deskFor(c).reject(c.req.param("id"), why, byWhom(c)), c));
    });
    app.post("/api/asks/:id/extend", taking(ExtendBody), async (c) =>
      c.json(liveAsk(await deskFor(c).extend(c.req.param("id"), c.req.valid("json").seconds))),
    );
    app.post("/api/asks/:id/snooze", byPersonOnly, taking(SnoozeBody), async (c) => {
      const ask = await deskFor(c).load(c.req.param("id"));
      if (!c.get("caller").access.mayAnswer(ask)) throw new NotYoursToAnswer();
      return c.json<Snoozed>({ until: await snooze(ask, c.req.valid("json").until, whoIs(c)) });
    });
    app.put("/api/asks/:id/draft", taking(DraftBody), async (c) => {
      const { draft, revision } = c.req.valid("json");
      const id = c.req.param("id");
      if (isOvertaken(id, revision)) return c.body(null, 204);
      const { drafts } = deskFor(c);
      if (draft == null) await drafts.clear(id, draftKeyOf(c));
      else await drafts.save(id, draftKeyOf(c), draft);
      return c.body(null, 204);
    });
    app.post("/api/settings", taking(SettingsBody), async (c) =>
      c.json(await interaction.save(c.req.valid("json"))),
    );
    app.post("/api/presence", (c) => {
      onPerson?.(label.key);
      return c.body(null, 204);
    });
    app.get("/api/watched/:id", (c) => c.json({ isWatched: live.isWatched(c.req.param("id")) }));
    app.route("/", passkeys.routes);
    app.route("/", createWelcome({ desk, locale, clients: parts.clients }));
    app.route("/", createAgentWork({ desk, agents, locale }));
    app.route("/", createRecords({ desk, deskFor, now: () => new Date() }).routes);
    app.get(
      "*",
      async (c, next) => assets.find(c.req.path, c.req.header("accept-encoding")) ?? next(),
    );
    return app;
  }

  async function dashboard(desk: LimitedDesk): Promise<Dashboard> {
    const open = await everyAsk(desk, { status: "pending" });
    const settled = await desk.page({ order: "settled", limit: RECENT });
    // One may have been settled in between.
    const isSettledNow = new Set(settled.asks.map(({ id }) => id));
    return {
      open: open.filter(({ id }) => !isSettledNow.has(id)).map(liveAsk),
      settled: settled.asks.map(liveAsk),
      saved: await interaction.load(),
      locale,
    };
  }

  async function rows(c: Context<RouteEnv>): Promise<RowPage> {
    const parsed = RowQuery.safeParse(c.req.query());
    if (!parsed.success)
      throw new UnreadableBody("unfit", parsed.error.issues.map(sentenceOf).join(" "));
    const asked = parsed.data;
    const saved = await interaction.load();
    const tools = { locale: asked.locale ?? locale, waitsForSubmit: waitsForSubmit(saved) };
    const page = await list.read(asked, tools, c.get("caller").access);
    if (asked.first === undefined) return page;
    const { asks } = await deskFor(c).page({ order: "settled", limit: RECENT_IN_LIST });
    return { ...page, start: { settled: asks.map(liveAsk), saved, locale } };
  }

  async function choicePage(id: string, c: Context<RouteEnv>): Promise<ChoicePage> {
    const ask = await deskFor(c).load(id);
    const saved = await interaction.load();
    const draft = (await desk.drafts.load(id, draftKeyOf(c))) as ChoicePage["draft"];
    return { ...liveAsk(ask), draft, interaction: effectiveInteraction(ask, saved), saved, locale };
  }

  /** Loaded only when asked for: judging and comparing are a large part of ours. */
  async function evidence(
    id: string,
    c: Context<RouteEnv>,
    edited?: CallInput,
  ): Promise<EvidenceReply> {
    const ask = await deskFor(c).load(id);
    // Afterwards the files are no longer what they were when it was decided.
    if (ask.outcome !== null) return { evidence: null };
    const { evidenceOf } = await import("../../agents/dialogs/evidence/evidence.ts");
    const here = {
      locale: localeFrom(c.req.query("locale"), locale),
      readText: readShortText,
      edited,
    };
    return { evidence: await evidenceOf(ask, here) };
  }

  /** Until when it really is put off: a deadline is never delayed. */
  async function snooze(ask: Ask, wanted: string | null, by: string): Promise<string | null> {
    if (isSettled(ask)) throw new AlreadySettled(ask);
    const wakes = wanted === null ? null : wakesAt(ask, Date.parse(wanted));
    if (wakes !== null && wakes <= Date.now()) throw new DueSoon();
    const until = wakes === null ? null : new Date(wakes).toISOString();
    await snoozes.change((all) =>
      withSnooze(all, ask.id, until === null ? null : { until, by }, Date.now()),
    );
    return until;
  }

  async function settled(ask: Ask, c: Context<RouteEnv>): Promise<LiveAsk> {
    await desk.drafts.clear(ask.id, draftKeyOf(c));
    return liveAsk(ask);
  }

  function liveAsk(ask: Ask): LiveAsk {
    return { ask, remainingSeconds: remainingSeconds(ask, desk) };
  }
}

function pageAt(pathname: string): string | null {
  return isPage(pathname) ? "/index.html" : null;
}

function taking<Schema extends z.ZodType>(schema: Schema) {
  return jsonBody(schema, LARGEST_BODY_BYTES);
}

const STATUS_BY_CODE: Record<string, number> = {
  not_found: 404,
  invalid_id: 404,
  not_confirmed: 428,
  already_settled: 409,
  owner_gone: 409,
  given_by_agent: 403,
  not_yours: 403,
  write_failed: 500,
  damaged: 500,
  locked: 503,
  not_yet: 503,
  due_soon: 409,
};

class DueSoon extends AsklineError {
  readonly code = "due_soon";
  readonly suggestion = "Answer it, or give it more time first.";
  constructor() {
    super("It is due too soon to be put off.");
  }
}

function refusal(error: Error): Response {
  if (!(error instanceof AsklineError)) throw error;
  const isTooLarge = error instanceof UnreadableBody && error.problem === "too_large";
  const { code, message } = error;
  const suggestion =
    error instanceof UnreadableBody ? "Reload the page and try again." : error.suggestion;
  const body: Refused = {
    error: { code, message, suggestion },
    ...(error instanceof AlreadySettled ? { ask: error.ask } : {}),
  };
  return Response.json(body, { status: isTooLarge ? 413 : (STATUS_BY_CODE[code] ?? 400) });
}
