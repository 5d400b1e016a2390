/** The cards of asks in Slack: posted once in each place, and updated with the ask and the form. */
import type { webApi } from "@slack/bolt";
import { type Ask, isSettled } from "../../../core/ask/ask.ts";
import { isUntakenAt } from "../../../core/ask/effect-words.ts";
import type { Locale } from "../../../core/locale.ts";
import type { BlockedPlaces } from "../places/blocked-places.ts";
import { cardMessages, type SlackMessage, summary } from "../render/card.ts";
import { fallbackTexts } from "../render/fallback.ts";
import { messages } from "../render/messages.ts";
import { movesOf } from "../render/names.ts";
import { pagesOf } from "../render/rooms.ts";
import { goneMessage, settledMessages, verdictOn } from "../render/settled.ts";
import { remark } from "../render/text.ts";
import type { Updates } from "../transport/updates.ts";
import { createDoubles } from "./doubles.ts";
import { cardMetadata } from "./find-posted.ts";
import { type Copy, type Forms, messagesOf, type PendingForm } from "./form-state.ts";
import type { People } from "./people.ts";

export interface Cards {
  /** Posts the messages of the card that are still missing in this place. */
  post(ask: Ask, place: string): Promise<void>;
  /**
   * Resolves once every message being posted has its timestamp: a reply may come before Slack's
   * confirmation.
   */
  posted(): Promise<void>;
  /** Updates every message of the ask, also when the agent's side becomes known afterwards. */
  refresh(ask: Ask): Promise<void>;
  /** Replaces the cards of an ask that was removed. */
  retire(formId: string): Promise<void>;
  /**
   * Records a message of ours that is unknown because the process ended right after posting it, and
   * on which that button was clicked.
   */
  adopt(ask: Ask, channel: string, ts: string, actionId: string): Promise<void>;
}

export interface CardsParts {
  client: webApi.WebClient;
  /** Sends a message once: one that may have arrived is looked for before it is sent again. */
  postOnce: (message: webApi.ChatPostMessageArguments) => Promise<{ ts?: string }>;
  forms: Forms;
  people: People;
  updates: Updates;
  /** The locale of the conversation at this place; null if it is not a bound thread. */
  languageIn: (place: string) => Promise<Locale | null>;
  /** The address of an ask's page; null if there is none to give. */
  pageOf: (ask: Ask) => string | null;
  blocked: Pick<BlockedPlaces, "block" | "free" | "isBlocked">;
  now: () => Date;
  onWarning: (message: string) => void;
}

// Error codes for blocks that Slack does not accept.
const REFUSED = new Set([
  "invalid_blocks",
  "invalid_blocks_format",
  "msg_blocks_too_long",
  "msg_too_long",
  "invalid_arguments",
  "invalid_attachments",
  "too_many_attachments",
]);

// Error codes that do not go away by themselves: a person has to change something.
const HOPELESS = new Set([
  "channel_not_found",
  "not_in_channel",
  "is_archived",
  "user_not_found",
  "user_disabled",
  "cannot_dm_bot",
  "missing_scope",
  "invalid_auth",
  "account_inactive",
  "token_revoked",
  "token_expired",
  "not_authed",
  "restricted_action",
  "restricted_action_read_only_channel",
  "restricted_action_thread_locked",
  "restricted_action_thread_only_channel",
  "restricted_action_non_threadable_channel",
  "messages_tab_disabled",
  "user_is_restricted",
  "no_permission",
  "team_access_not_granted",
]);

// A card stays in the language it was posted in, and nobody waits for it to the second.
const LANGUAGE_WITHIN_MS = 10_000;

export function createCards({
  client,
  postOnce,
  forms,
  people,
  updates,
  languageIn,
  pageOf,
  blocked,
  now,
  onWarning,
}: CardsParts): Cards {
  const posting = new Set<Promise<void>>();
  const doubles = createDoubles({ client, forms, onWarning });
  return { post, posted, refresh, retire, adopt };

  async function post(ask: Ask, place: string): Promise<void> {
    const work = postAll(ask, place)
      .catch((error) => {
        const code = codeOf(error);
        doubles.noteRefusal(ask, place, HOPELESS.has(code) || code === "ratelimited");
        if (!HOPELESS.has(code)) throw error;
        return blocked.block(place, code);
      })
      .finally(() => posting.delete(work));
    posting.add(work);
    await work;
  }

  async function posted(): Promise<void> {
    await Promise.allSettled(posting);
  }

  async function postAll(ask: Ask, place: string): Promise<void> {
    const known = forms.get(ask.id)?.copies.find((copy) => copy.place === place);
    if (known?.isComplete) return;
    let copy = known ?? {
      ...(await whereIs(place)),
      isText: false,
      messages: [],
      earlier: [],
      isComplete: false,
    };
    if (known === undefined) await keep(ask.id, copy);
    else copy = await takeUp(ask, copy);
    const before = forms.get(ask.id)?.draft;
    while (!copy.isComplete) {
      copy = await postNext(ask, copy);
      await keep(ask.id, copy);
    }
    // Somebody filled it in elsewhere while this card was on its way.
    if (forms.get(ask.id)?.draft !== before) await refresh(ask);
  }

  /** The last post failed, or the process ended: it may stand in Slack all the same. */
  async function takeUp(ask: Ask, copy: Copy): Promise<Copy> {
    const found = await doubles.takeUp(ask, copy);
    await keep(ask.id, found);
    return found;
  }

  async function removeDoubles(ask: Ask, copy: Copy): Promise<void> {
    if (copy.isUncertain && copy.isComplete) await keep(ask.id, await doubles.remove(ask, copy));
  }

  async function postNext(ask: Ask, copy: Copy): Promise<Copy> {
    const to = { channel: copy.channel, ...(copy.threadTs && { thread_ts: copy.threadTs }) };
    const { state: form } = forms.open(ask);
    const all = copy.isText
      ? fallbackTexts(ask, copy.locale, pageOf(ask)).map((text) => ({ text }))
      : cardMessages({ ask, form, locale: copy.locale, page: pageOf(ask) });
    const next = all[copy.messages.length];
    if (next === undefined) return { ...copy, isComplete: true };
    try {
      const { ts = "" } = await postOnce({
        ...to,
        ...next,
        metadata: cardMetadata(ask.id, copy.messages.length, copy.isText),
        unfurl_links: false,
        unfurl_media: false,
      });
      blocked.free(copy.place);
      const posted = [...copy.messages, ts];
      return { ...copy, messages: posted, isComplete: posted.length === all.length };
    } catch (error) {
      if (copy.isText || !REFUSED.has(codeOf(error))) throw error;
      onWarning(`Slack refused the card of ${ask.id} (${codeOf(error)}); it is asked in words.`);
      // The messages posted so far stay and work; the text version repeats everything.
      return { ...copy, isText: true, messages: [], earlier: copy.messages };
    }
  }

  async function refresh(ask: Ask): Promise<void> {
    const form = forms.get(ask.id);
    const agentSide = agentSideOf(ask, now());
    if (form === undefined || (form.isClosed && form.agentSide === agentSide)) return;
    if (isSettled(ask)) await Promise.all(form.copies.map((copy) => removeDoubles(ask, copy)));
    await Promise.all(form.copies.map((copy) => showCopy(ask, copy)));
    // If the card is still being posted, a later refresh closes the form.
    const isWhole = form.copies.every(
      ({ isComplete, place, messages: posted }) =>
        isComplete || (posted.length === 0 && blocked.isBlocked(place)),
    );
    if (isSettled(ask) && isWhole)
      await forms.change(ask.id, (kept) => ({ ...kept, isClosed: true, agentSide }));
  }

  async function showCopy(ask: Ask, copy: Copy): Promise<void> {
    const { earlier, firstPage = 0 } = copy;
    if (earlier.length > 0)
      await showCopy(ask, { ...copy, isText: false, messages: earlier, earlier: [] });
    const shown = shownIn(ask, copy);
    await Promise.all(
      copy.messages.map((ts, at) => {
        const message = shown[Math.min(firstPage + at, shown.length - 1)];
        return message === undefined ? undefined : updates.show(copy.channel, ts, message);
      }),
    );
  }

  function shownIn(ask: Ask, copy: Copy): SlackMessage[] {
    if (!isSettled(ask))
      return copy.isText
        ? []
        : cardMessages({
            ...{ ask, form: forms.open(ask).state },
            ...{ locale: copy.locale, page: pageOf(ask) },
          });
    if (!copy.isText) return settledMessages(ask, copy.locale, isUntakenAt(ask, now()));
    const text = messages(copy.locale);
    const verdict = verdictOn(ask, text);
    return [
      {
        text: `${summary(ask, text)}\n${verdict}`,
        blocks: [remark(summary(ask, text)), remark(verdict)],
      },
    ];
  }

  async function retire(formId: string): Promise<void> {
    const form = forms.get(formId);
    if (form === undefined) return;
    const shows = form.isClosed
      ? []
      : form.copies.flatMap((copy) =>
          messagesOf(copy).map((ts) => updates.show(copy.channel, ts, goneMessage(copy.locale))),
        );
    await Promise.all(shows);
    forms.remove(formId);
  }

  async function adopt(ask: Ask, channel: string, ts: string, actionId: string): Promise<void> {
    if (forms.byMessage(channel, ts) !== undefined) return;
    const firstPage = pageWith(ask, actionId);
    const where = { place: `${channel}:${ts}`, channel, locale: people.shared, firstPage };
    const copy = { ...where, isText: false, messages: [ts], earlier: [], isComplete: true };
    await forms.change(ask.id, (form) => {
      // A click may come before the card that is just being posted has been written down.
      const isExpected = form.copies.some(
        (one) => one.channel === channel && (!one.isComplete || messagesOf(one).includes(ts)),
      );
      return isExpected ? form : { ...withCopy(form, copy), isClosed: false };
    });
  }

  async function keep(formId: string, copy: Copy): Promise<PendingForm> {
    return forms.change(formId, (form) => withCopy(form, copy));
  }

  /** A person is asked in a direct message and in their own language. */
  async function whereIs(
    place: string,
  ): Promise<Pick<Copy, "place" | "channel" | "threadTs" | "locale">> {
    const [id = "", threadTs] = place.split(":");
    if (!/^[UW]/.test(id)) {
      return {
        place,
        channel: id,
        ...(threadTs && { threadTs }),
        locale: (await languageIn(place)) ?? people.shared,
      };
    }
    const [{ channel }, { locale }] = await Promise.all([
      client.conversations.open({ users: id }),
      people.of(id, LANGUAGE_WITHIN_MS),
    ]);
    return { place, channel: channel?.id ?? id, locale };
  }
}

function withCopy(form: PendingForm, copy: Copy): PendingForm {
  return { ...form, copies: [...form.copies.filter(({ place }) => place !== copy.place), copy] };
}

/** Which of the card's messages has that button; what belongs to the whole form is in the last. */
function pageWith(ask: Ask, actionId: string): number {
  const move = movesOf(ask).get(actionId);
  const pages = pagesOf(ask);
  if (move === undefined || !("questionIndex" in move)) return pages.length - 1;
  return pages.findIndex((indexes) => indexes.includes(move.questionIndex));
}

/** All that a settled card shows of the agent's side, to tell whether it is out of date. */
function agentSideOf(ask: Ask, now: Date): string {
  const { kind, did, answer } = ask.effect ?? {};
  if (kind === undefined || kind === "used") return isUntakenAt(ask, now) ? "untaken" : "";
  return JSON.stringify([kind, did, answer]);
}

/** Slack's error code; empty if the error has none. */
export function codeOf(error: unknown): string {
  const { data } = error as { data?: { error?: unknown } };
  return typeof data?.error === "string" ? data.error : "";
}
