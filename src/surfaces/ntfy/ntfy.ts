/**
 * The surface: publishes to the topic when the hub's attention says so, takes notices back that were
 * answered elsewhere, and takes answers from buttons by links that only the hub can make.
 */
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import { AsklineError } from "../../core/ask/errors.ts";
import { quickOptions } from "../../core/ask/quick-options.ts";
import type { Locale } from "../../core/locale.ts";
import type { NoticeStep } from "../../desk/attention/attention.ts";
import { gathered } from "../../desk/attention/gathered.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Following } from "../../desk/follow-asks.ts";
import { newRoutes, type Routes } from "../../http/routes.ts";
import { isSame } from "../../http/secrets.ts";
import type { Clock } from "../../store/clock.ts";
import type { NotifyingHubSurface } from "../surface.ts";
import type { Ntfy } from "./config.ts";
import { label } from "./label.ts";
import { failureMessage, messageFor, type Showing, sequenceOf } from "./message.ts";
import { accessOf, NotPublished, type NtfyMessage, publish, retire } from "./server.ts";
import type { Told } from "./told.ts";

export interface NtfyParts {
  desk: Pick<Desk, "load" | "answer">;
  /** As it is set now; null if it is not. */
  ntfy: () => Ntfy | null;
  told: Told;
  /** The hub's https address as it is now. */
  site: () => string;
  /** A seal on a text that nobody else can make. */
  seal(text: string): string;
  person: string;
  locale: Locale;
  clock: Clock;
  onWarning(message: string): void;
}

interface Item {
  ask: Ask;
  kind: NoticeStep["kind"];
}

export function createNtfy(parts: NtfyParts): NotifyingHubSurface {
  const { desk, ntfy, told, site, seal, person, locale, clock, onWarning } = parts;
  let following: Following | undefined;
  const gather = gathered(clock, tell);
  return {
    ...{ name: label.key, label, publicRoutes: routes() },
    isReachable: () => ntfy() !== null,
    isSetUp: () => ntfy() !== null,
    notify: (ask, { kind }, signal) => gather({ ask, kind }, signal),
    async tellFailure(notice, signal) {
      const to = ntfy();
      if (to === null) return false;
      return handOver(to, failureMessage(notice, await showingFor(to), locale), signal);
    },
    async start(asks) {
      following = asks({
        take: ({ id, ask }) =>
          told.has(id) && (ask === null || isSettled(ask)) ? takeBack(id) : undefined,
        onListed,
        onFailure: (error) => onWarning(`What ntfy shows may be out of date: ${error.message}`),
      });
      await following.start();
    },
    close: async () => following?.close(),
  };

  /** What was settled while no hub ran. */
  function onListed(open: readonly Ask[]) {
    const isOpen = new Set(open.map(({ id }) => id));
    for (const id of told.all()) if (!isOpen.has(id)) void takeBack(id);
  }

  async function tell(items: readonly Item[], signal: AbortSignal): Promise<boolean> {
    const to = ntfy();
    if (to === null) return false;
    const loaded = await Promise.all(items.map(({ ask }) => desk.load(ask.id).catch(() => null)));
    const open = loaded.flatMap((ask) => (ask === null || isSettled(ask) ? [] : [ask]));
    const [first] = open;
    if (first === undefined) return true;
    const notice = told.noticeOf(first.id) ?? sequenceOf(first.id);
    const over = await told.add(
      open.map(({ id }) => id),
      notice,
    );
    const kind = items.every((item) => item.kind === "reminder") ? "reminder" : "notice";
    const message = messageFor(open, kind, await showingFor(to), locale);
    const isTaken = await handOver(to, { ...message, sequence_id: notice }, signal);
    for (const one of over) await retire(to, one);
    return isTaken;
  }

  function handOver(to: Ntfy, message: NtfyMessage, signal: AbortSignal): Promise<boolean> {
    return publish(to, message, signal).then(
      () => true,
      (error: Error) => {
        onWarning(`ntfy did not take a notice: ${error.message}`);
        if (error instanceof NotPublished) return false;
        throw error;
      },
    );
  }

  async function takeBack(id: string): Promise<undefined> {
    const to = ntfy();
    const over = await told.remove(id);
    if (to !== null && over !== null) await retire(to, over);
  }

  /** Looked at each time, since a topic's owner may open it. */
  async function showingFor(to: Ntfy): Promise<Showing> {
    const isPrivate = to.showText && to.token !== null && (await accessOf(to.topic)) === "closed";
    return { text: isPrivate, buttons: isPrivate && to.buttons, site: site(), linkOf };
  }

  function linkOf(askId: string, option: number): string {
    return `${site()}/ntfy/${askId}/${option}/${sealOf(askId, option)}`;
  }

  function sealOf(askId: string, option: number): string {
    return seal(`ntfy ${askId} ${option}`);
  }

  function routes(): Routes {
    return newRoutes().post("/ntfy/:ask/:option/:seal", async (c) => {
      const { ask: id, option, seal: given } = c.req.param();
      const isOurs = /^\d{1,3}$/.test(option) && isSame(given, sealOf(id, Number(option)));
      if (!isOurs || ntfy()?.buttons !== true) return c.json({ error: "forged" }, 403);
      return answer(id, Number(option));
    });
  }

  async function answer(id: string, option: number): Promise<Response> {
    try {
      const ask = await desk.load(id);
      const chosen = ask.questions[0]?.options[option];
      // What was harmless when it was told may not be by now.
      const isOffered = quickOptions(ask).some((one) => one.id === chosen?.id);
      if (chosen === undefined || !isOffered)
        return Response.json({ error: "open it" }, { status: 403 });
      const reply = { answers: [{ optionIds: [chosen.id] }] };
      await desk.answer(id, reply, { surface: label.key, who: person });
      return Response.json({ answered: true });
    } catch (error) {
      if (!(error instanceof AsklineError)) throw error;
      return Response.json(
        { error: error.code },
        { status: error.code === "not_found" ? 404 : 409 },
      );
    }
  }
}
