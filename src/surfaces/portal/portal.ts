/** The web portal's server half: pages, the API they call, and the live connection they follow. */
import { z } from "zod";
import { Reply } from "../../core/ask/answer.ts";
import { type Ask, AskBack, isSettled } from "../../core/ask/ask.ts";
import { AlreadySettled, AsklineError } from "../../core/ask/errors.ts";
import { sentenceOf } from "../../core/ask/question.ts";
import type { Locale } from "../../core/locale.ts";
import type { NotifyingSurface } from "../../desk/attention/attention.ts";
import type { Desk } from "../../desk/desk.ts";
import { effectiveInteraction, type InteractionSettings } from "../../desk/interaction.ts";
import { openAssets } from "./assets.ts";
import { remainingSeconds } from "./countdown.ts";
import { createLive } from "./live.ts";
import type { ChoicePage, Dashboard, LiveAsk, Refused } from "./wire.ts";

export interface PortalParts {
  desk: Desk;
  interaction: InteractionSettings;
  locale: Locale;
  /** Whose browser it is: the person this machine belongs to. */
  person: string;
  /** Where the built pages are. */
  assetsDirectory: string;
  /** Hears that the person is at one of the pages. */
  onPerson?: (surface: string) => void;
}

const RECENT = 50;
const LARGEST_BODY_BYTES = 1024 * 1024;

export function createPortal(parts: PortalParts) {
  const { desk, interaction, locale, person, assetsDirectory, onPerson } = parts;
  const assets = openAssets(assetsDirectory);
  const live = createLive({ desk, interaction });
  const by = { surface: "portal", who: person };
  const draftKey = { surface: "portal", person };
  const notifying: NotifyingSurface = { name: "portal", ...live.notices };
  return { answer, upgrade: live.upgrade, isWatched: live.isWatched, notifying, close: live.close };

  async function answer(request: Request, { pathname }: URL): Promise<Response | null> {
    if (!pathname.startsWith("/api/")) return request.method === "GET" ? assets.find(pathname) : null;
    try {
      return await route(request, pathname.split("/").slice(2));
    } catch (error) {
      return refusal(error);
    }
  }

  async function route(request: Request, [what, id, action]: string[]): Promise<Response | null> {
    const call = `${request.method} ${what}${id === undefined ? "" : "/:id"}${action === undefined ? "" : `/${action}`}`;
    switch (call) {
      case "GET asks":
        return Response.json(await dashboard());
      case "POST settings":
        return Response.json(await interaction.save(await bodyOf(request, z.record(z.string(), z.unknown()))));
      case "POST presence":
        onPerson?.("portal");
        return new Response(null, { status: 204 });
      case "GET watched/:id":
        return Response.json({ isWatched: live.isWatched(String(id)) });
      case "GET asks/:id":
        return Response.json(await choicePage(String(id)));
      case "POST asks/:id/answer": {
        const { reply } = await bodyOf(request, z.object({ reply: Reply }));
        return settled(await desk.answer(String(id), reply, by));
      }
      case "POST asks/:id/reject": {
        const { kind, reason, askBack } = await bodyOf(request, RejectBody);
        return settled(
          await desk.reject(String(id), { kind, reason: reason ?? null, ...(askBack && { askBack }) }, by),
        );
      }
      case "POST asks/:id/extend": {
        const { seconds } = await bodyOf(request, z.object({ seconds: z.number().positive().max(604_800).nullable() }));
        return Response.json(liveAsk(await desk.extend(String(id), seconds)));
      }
      case "PUT asks/:id/draft": {
        const { draft } = await bodyOf(request, z.object({ draft: z.unknown() }));
        if (draft == null) await desk.drafts.clear(String(id), draftKey);
        else await desk.drafts.save(String(id), draftKey, draft);
        return new Response(null, { status: 204 });
      }
      default:
        return null;
    }
  }

  async function dashboard(): Promise<Dashboard> {
    const asks = await desk.list();
    const settledOnes = asks.filter(isSettled).sort((one, other) => (settledAt(one) < settledAt(other) ? 1 : -1));
    return {
      open: asks.filter((ask) => !isSettled(ask)).map(liveAsk),
      settled: settledOnes.slice(0, RECENT).map(liveAsk),
      saved: await interaction.load(),
      locale,
    };
  }

  async function choicePage(id: string): Promise<ChoicePage> {
    const ask = await desk.load(id);
    const saved = await interaction.load();
    const draft = (await desk.drafts.load(id, draftKey)) as ChoicePage["draft"];
    return { ...liveAsk(ask), draft, interaction: effectiveInteraction(ask, saved), saved, locale };
  }

  async function settled(ask: Ask): Promise<Response> {
    await desk.drafts.clear(ask.id, draftKey);
    return Response.json(liveAsk(ask));
  }
}

const RejectBody = z.object({
  kind: z.enum(["reject", "cancel", "elaborate", "rephrase"]),
  reason: z.string().max(10_000).optional(),
  askBack: z.array(AskBack).optional(),
});

function liveAsk(ask: Ask): LiveAsk {
  return { ask, remainingSeconds: remainingSeconds(ask, new Date()) };
}

function settledAt(ask: Ask): string {
  return ask.outcome?.provenance.at ?? "";
}

class BadRequest extends AsklineError {
  readonly code = "bad_request";
  readonly suggestion = "Reload the page and try again.";
}

async function bodyOf<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  if (Number(request.headers.get("content-length") ?? 0) > LARGEST_BODY_BYTES)
    throw new BadRequest("That is too much to send at once.");
  const text = await request.text();
  if (text.length > LARGEST_BODY_BYTES) throw new BadRequest("That is too much to send at once.");
  const parsed = schema.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw new BadRequest(parsed.error.issues.map(sentenceOf).join(" "));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadRequest("What was sent is not JSON.");
  }
}

const STATUS_BY_CODE: Record<string, number> = {
  not_found: 404,
  invalid_id: 404,
  already_settled: 409,
  write_failed: 500,
  damaged: 500,
  locked: 503,
};

function refusal(error: unknown): Response {
  if (!(error instanceof AsklineError)) throw error;
  const { code, message, suggestion } = error;
  const body: Refused = {
    error: { code, message, suggestion },
    ...(error instanceof AlreadySettled ? { ask: error.ask } : {}),
  };
  return Response.json(body, { status: STATUS_BY_CODE[code] ?? 400 });
}
