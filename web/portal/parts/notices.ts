/** Which moments of an ask are worth a notice. */
import type { Ask } from "../../../src/core/ask/ask.ts";
import { isUnused, wordEffect } from "../../../src/core/ask/effect-words.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type { Row } from "../../../src/surfaces/portal/rows/row-wire.ts";
import type { LiveAsk } from "../../../src/surfaces/portal/wire.ts";
import { originOf, titleOf } from "./ask-words.ts";
import type { Messages } from "./messages.ts";
import { notify } from "./notify.ts";

const SOON_SECONDS = 10;

/** Time is short, or has run out. May be called with every change; each notice is given once. */
export function noticeTime({ ask, remainingSeconds }: LiveAsk, text: Messages) {
  const isShort = remainingSeconds !== null && remainingSeconds < SOON_SECONDS;
  if (ask.outcome === null && isShort) notify("soon", ask.id, text.notice.soon, titleOf(ask));
  if (ask.outcome?.status === "timed_out")
    notify("expired", ask.id, text.notice.expired, titleOf(ask));
}

/** The agent did not do what the person decided in a browser. Given once, like every notice. */
export function noticeUnused(ask: Ask, text: Messages) {
  const words = safeLine(wordEffect(ask, text.locale) ?? "");
  if (isUnusedHere(ask)) notify("unused", ask.id, words, titleOf(ask));
}

export function isUnusedHere(ask: Ask): boolean {
  return isUnused(ask) && ask.outcome?.provenance.surface === "portal";
}

/** The server asks for a notice. If this page has already given it, nothing happens. */
export function noticeAsked({ ask, step }: LiveAsk & { step: number }, text: Messages) {
  if (step === 0) return noticeNew({ ask, remainingSeconds: null }, text);
  notify(`reminder-${step}`, ask.id, `${text.notice.still} · ${originOf(ask, text)}`, titleOf(ask));
}

function noticeNew({ ask }: LiveAsk, text: Messages) {
  notify("new", ask.id, `${text.notice.new} · ${originOf(ask, text)}`, titleOf(ask));
}

/** The same for a row of the list. */
export function noticeRow(row: Row, text: Messages) {
  const origin = [row.project, row.agent].filter((part) => part !== "").join(" · ");
  const words = `${text.notice.new} · ${origin === "" ? text.source(row.client) : origin}`;
  notify("new", row.id, words, row.header ?? row.code ?? row.title);
}

export function noticeRowTime({ id, header, code, title }: Row, text: Messages) {
  notify("soon", id, text.notice.soon, header ?? code ?? title);
}
