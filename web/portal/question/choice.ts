/**
 * The state of one question's page, and the actions on it.
 *
 * The page is loading while `page` is null. Then it is open, and `isSending` while a decision is on
 * its way. The first outcome that arrives, from the live connection or in reply to our own call,
 * settles it: from then on nothing can be entered, and the page follows only what the agent does.
 */

import type { Evidence } from "../../../src/agents/dialogs/evidence/evidence.ts";
import type { Reply } from "../../../src/core/ask/answer.ts";
import type { Ask } from "../../../src/core/ask/ask.ts";
import { needsConfirmation, needsPasskey } from "../../../src/core/ask/consent.ts";
import { ALLOWS_ONCE, askAsEdited, editedIn } from "../../../src/core/ask/edited-call.ts";
import { isUntaken } from "../../../src/core/ask/effect-words.ts";
import {
  draftOf,
  type FormAction,
  type FormState,
  reduceForm,
  restoreForm,
} from "../../../src/core/ask/form.ts";
import { typedNotes } from "../../../src/core/ask/notes.ts";
import { sameReply } from "../../../src/core/ask/selection.ts";
import { typedWords } from "../../../src/core/ask/typed-words.ts";
import type { Locale } from "../../../src/core/locale.ts";
import type { ChoicePage, LiveAsk, Looker, RejectBody } from "../../../src/surfaces/portal/wire.ts";
import { createStore, type Store } from "../../shared/store.ts";
import { api, RefusedError } from "../parts/api.ts";
import { device, follow, localeNow } from "../parts/device.ts";
import { type Failure, failureOf, isFinal } from "../parts/failure.ts";
import { frameWords } from "../parts/frame-words.ts";
import { type Connection, followLive, type LiveNews } from "../parts/live.ts";
import { signWithPasskey } from "../parts/passkey.ts";
import { drop, type Held, hold, pending } from "../parts/pending.ts";
import { createSaver, type Saver } from "../settings/saver.ts";
import { type CallEditor, createCallEditor, type Editing } from "./call-editor.ts";
import { openDraft } from "./draft.ts";
import { keptPages } from "./kept-pages.ts";
import { decidedForm, replyToSend, sendsAtOnce, startingForm } from "./starting-form.ts";

export interface ChoiceState {
  page: ChoicePage | null;
  form: FormState | null;
  /** The reason for declining, as far as typed. */
  reason: string;
  connection: Connection;
  isSending: boolean;
  /** This page sent the reply that became the outcome. */
  isFromHere: boolean;
  /** Somebody else's decision came first, while this page was sending its own. */
  isLate: boolean;
  isGone: boolean;
  /** What the person had typed before the question was settled elsewhere or removed. */
  typed: string;
  /** The reply that waits for a second yes, because it may destroy something. */
  confirming: Reply | null;
  failure: Failure | null;
  /** What a permitted call would do; null where the ask says it all, undefined until it is known. */
  evidence: Evidence | null | undefined;
  /** The call as the person is changing it. */
  editing: Editing | null;
  /** The page is what this browser kept of that moment: nothing has been reached since. */
  shownAsOf: number | null;
  /** Who else has it before their eyes now. */
  looking: readonly Looker[];
}

export interface Choice {
  state: Store<ChoiceState>;
  /**
   * `goesOn: false` keeps a pick from being sent at once, for keys that only
   * move through the options.
   */
  act(action: FormAction, how?: { goesOn: boolean }): void;
  /** Sends the reply that waited for it. */
  confirm(): void;
  /** Leaves what was chosen as it is, and sends nothing. */
  goBack(): void;
  typeReason(reason: string): void;
  cancel(): void;
  decline(): void;
  /** Sends the question back with the words typed so far, to be explained or put differently. */
  askBack(kind: "elaborate" | "rephrase"): void;
  /** Loads what the call would do, in this language. */
  showEvidence(locale: Locale): void;
  edit: CallEditor;
  /** Allows the call as it was changed, once. */
  allowEdited(): void;
  extend(seconds: number | null): Promise<void>;
  saveSetting: Saver["save"];
  close(): void;
}

export function openChoice(id: string): Choice {
  const state = createStore<ChoiceState>({
    page: null,
    form: null,
    reason: "",
    connection: "connecting",
    isSending: false,
    isFromHere: false,
    isLate: false,
    isGone: false,
    typed: "",
    confirming: null,
    failure: null,
    evidence: undefined,
    editing: null,
    shownAsOf: null,
    looking: [],
  });
  const edit = createCallEditor(id, state);
  const draft = openDraft(id);
  const live = followLive({ askId: id, onMessage: hear, onConnection: connected });
  const saver = createSaver({
    latest: () => state.get().page?.saved,
    show: (saved) => updatePage({ saved }),
    onSaved: () => void load(),
    onFailed(error) {
      refused(error);
      void load();
    },
  });
  let sent: Reply | RejectBody | null = null;
  let isOver = false;
  // The question as it was settled, which may be heard of before an older answer of the server.
  let settled: LiveAsk | null = null;
  void load();
  return {
    ...{ state, act, confirm, goBack, typeReason, cancel, decline, extend, close },
    ...{ askBack, showEvidence, edit, allowEdited },
    saveSetting: saver.save,
  };

  function updatePage(change: Partial<ChoicePage>) {
    const { page } = state.get();
    if (page !== null) state.set({ page: { ...page, ...change } });
  }

  function act(action: FormAction, { goesOn } = { goesOn: true }) {
    const { form } = state.get();
    if (form === null || isShut()) return;
    const next = reduceForm(goesOn ? form : { ...form, autoSubmit: false }, action);
    const { submitted } = next;
    const { page } = state.get();
    const isMeant = submitted === null || page === null || !needsConfirmation(page.ask, submitted);
    keepForm({ ...next, autoSubmit: form.autoSubmit, submitted: isMeant ? submitted : null });
    if (!isMeant) return state.set({ confirming: submitted });
    if (submitted === null) return;
    const words = submitted.answers.map(({ customText = "" }) => customText.trim());
    if (words.every((text) => text === "")) return void sendReply(submitted);
    holdBack(
      "own_words",
      words.filter(Boolean).join(" · "),
      (isLast) => void sendReply(submitted, false, isLast),
    );
  }

  /** Not sent yet: the person may take it back for a moment. */
  function holdBack(kind: Held["kind"], words: string, send: (isLast: boolean) => void) {
    if (state.get().page?.ask.outcome === null) hold({ id, kind, words, send, undo: reopen });
  }

  function confirm() {
    const { confirming } = state.get();
    state.set({ confirming: null });
    if (confirming !== null && !isShut()) void sendReply(confirming, true);
  }

  function goBack() {
    state.set({ confirming: null });
  }

  function keepForm(form: FormState) {
    state.set({ form, failure: null });
    draft.save(draftOf(form), state.get().reason);
  }

  function typeReason(reason: string) {
    const { form } = state.get();
    state.set({ reason });
    if (form !== null) draft.save(draftOf(form), reason);
  }

  async function sendReply(submitted: Reply, confirmed = false, isLast = false) {
    const { page } = state.get();
    if (page === null) return;
    const reply = replyToSend(submitted, page);
    const judged = judgedAsk(page.ask, reply);
    await settleWith(reply, async () =>
      api.answer(
        id,
        {
          ...{ reply, ...(confirmed && { confirmed }) },
          ...(needsPasskey(judged, reply) && {
            signed: await signWithPasskey(await api.sign(id, { reply })),
          }),
        },
        isLast,
      ),
    );
  }

  /** A changed call is judged in place of the agent's. */
  function judgedAsk(ask: Ask, reply: Reply): Ask {
    const risk = state.get().editing?.evidence?.risk ?? null;
    if (editedIn(reply) === null) return ask;
    return askAsEdited(ask, risk === null ? null : { level: risk, reasons: [] });
  }

  function allowEdited() {
    const { page, form } = state.get();
    const input = edit.input();
    if (page === null || form === null || input === null || isShut()) return;
    const text = form.entries[0]?.text.trim() ?? "";
    const answer = { optionIds: [ALLOWS_ONCE], ...(text !== "" && { customText: text }) };
    const reply = { answers: [{ ...answer, editedInput: { ...input } }] };
    if (needsConfirmation(judgedAsk(page.ask, reply), reply)) state.set({ confirming: reply });
    else void sendReply(reply);
  }

  function askBack(kind: "elaborate" | "rephrase") {
    const { form, reason } = state.get();
    const wish = { questionIndex: form?.index ?? 0, kind, text: reason.trim() };
    const body: RejectBody = { kind, askBack: [wish], ...notesHere() };
    const send = (isLast: boolean) => void settleWith(body, () => api.reject(id, body, isLast));
    holdBack("own_words", wish.text || say().askBack, send);
  }

  function showEvidence(locale: Locale) {
    const { ask } = state.get().page ?? {};
    if (ask?.outcome !== null || ask.dialog?.kind !== "permission") {
      if (state.get().evidence === undefined) state.set({ evidence: null });
      return;
    }
    api.evidence(id, locale).then(
      ({ evidence }) => {
        // What was shown when it was decided stays.
        if (evidence !== null || !state.get().evidence) state.set({ evidence });
        const { page } = state.get();
        if (page !== null) keepPage(page);
      },
      // The ask's own prompt says it too.
      () => state.get().evidence === undefined && state.set({ evidence: null }),
    );
  }

  function cancel() {
    const body: RejectBody = { kind: "cancel", ...notesHere() };
    const send = (isLast: boolean) => void settleWith(body, () => api.reject(id, body, isLast));
    holdBack("cancel", say().cancel, send);
  }

  function decline() {
    const reason = state.get().reason.trim();
    const body: RejectBody = {
      kind: "reject",
      ...(reason === "" ? {} : { reason }),
      ...notesHere(),
    };
    const send = (isLast: boolean) => void settleWith(body, () => api.reject(id, body, isLast));
    holdBack("decline", say().decline(reason), send);
  }

  function notesHere(): Pick<RejectBody, "notes"> {
    const { page, form } = state.get();
    if (page === null || form === null) return {};
    const notes = typedNotes(form, page.ask.presentation, page.interaction);
    return notes.length === 0 ? {} : { notes };
  }

  async function settleWith(decision: Reply | RejectBody, call: () => Promise<LiveAsk>) {
    if (state.get().page?.ask.outcome !== null) return;
    sent = decision;
    state.set({ isSending: true, failure: null });
    try {
      arrive(await call());
    } catch (error) {
      refused(error);
    } finally {
      reopen();
    }
  }

  function keepPage(page: ChoicePage) {
    keptPages.save(id, page.ask.outcome === null ? { page, evidence: state.get().evidence } : null);
  }

  /** Lets the person correct or resend a reply that did not arrive. */
  function reopen() {
    const { page, form } = state.get();
    state.set({ isSending: false });
    if (form === null || page?.ask.outcome !== null) return;
    const { questions, autoSubmit } = form;
    state.set({ form: restoreForm(questions, draftOf(form), { autoSubmit }) });
  }

  async function extend(seconds: number | null) {
    try {
      arrive(await api.extend(id, { seconds }));
    } catch (error) {
      refused(error);
    }
  }

  function refused(error: unknown) {
    const isUnconfirmed = error instanceof RefusedError && error.status === 428;
    // Between the judgement that the person saw and ours, a file may have changed.
    if (isUnconfirmed && sent !== null && "answers" in sent) return state.set({ confirming: sent });
    const settled = error instanceof RefusedError ? error.refused.ask : undefined;
    if (settled !== undefined) return arrive({ ask: settled, remainingSeconds: null });
    state.set({ failure: failureOf(error) });
  }

  /** At the start, and again whenever the page may have missed something. */
  async function load() {
    try {
      loaded(await api.choice(id));
    } catch (error) {
      const failure = failureOf(error);
      if (state.get().page === null && failure.kind === "unreachable" && showKept()) return;
      // An open page stays as it is; the status line says that it is reconnecting.
      if (state.get().page === null || isFinal(failure)) state.set({ failure });
      if (failure.kind === "refused" && failure.status === 404) live.close();
    }
  }

  /** What this browser saw last, with the draft, until the hub can be reached. */
  function showKept(): boolean {
    const kept = keptPages.load(id);
    if (kept === null) return false;
    const { draft: words, reason } = draft.load(kept.page.draft);
    const form = { ...startingForm(kept.page, words), autoSubmit: sendsAtOnce(kept.page) };
    const page = { ...kept.page, remainingSeconds: null };
    state.set({ page, form, reason, evidence: kept.evidence, shownAsOf: kept.at });
    return true;
  }

  function loaded(given: ChoicePage) {
    const { form, failure, page: shown } = state.get();
    const saved = saver.isBusy() && shown !== null ? shown.saved : given.saved;
    const page = { ...given, saved, ...settled };
    follow(page.saved, page.locale);
    keepPage(page);
    const calm = isFinal(failure) || form === null || state.get().shownAsOf !== null;
    state.set({ page, failure: calm ? null : failure, shownAsOf: null });
    if (form === null) {
      const kept = draft.load(page.draft);
      const started = { ...startingForm(page, kept.draft), autoSubmit: sendsAtOnce(page) };
      state.set({ form: started, reason: kept.reason });
      draft.flush();
    } else {
      state.set({ form: { ...form, autoSubmit: sendsAtOnce(page) } });
    }
    arrive(page);
  }

  function hear(message: LiveNews) {
    const { page } = state.get();
    switch (message.type) {
      case "asks": {
        const found = message.asks.find(({ ask }) => ask.id === id);
        if (found === undefined || page === null) void load();
        else arrive(found);
        return;
      }
      case "changed":
        if (message.ask.id === id) arrive(message);
        return;
      case "removed":
        if (message.id === id) state.set({ isGone: true, typed: typedSoFar(), confirming: null });
        return;
      case "tick": {
        const remainingSeconds = message.remaining[id];
        if (page !== null && remainingSeconds !== undefined)
          state.set({ page: { ...page, remainingSeconds } });
        return;
      }
      case "looking":
        return state.set({ looking: message.others });
      case "settings":
        if (JSON.stringify(message.saved) !== JSON.stringify(page?.saved)) void load();
    }
  }

  function arrive({ ask, remainingSeconds }: LiveAsk) {
    const { page, form } = state.get();
    if (ask.outcome !== null) settled = { ask, remainingSeconds };
    // The first outcome is final; a slower message about the open question changes nothing.
    if (page === null || (page.ask.outcome !== null && ask.outcome === null)) return;
    state.set({ page: { ...page, ask, remainingSeconds } });
    if (ask.outcome === null) return;
    drop(id);
    state.set({ confirming: null });
    if (!mayChange(ask)) live.close();
    if (!isOver) {
      isOver = true;
      const typed = isOurs(ask) ? "" : typedSoFar();
      state.set({ typed });
      // Words that were not sent can still be copied after a reload.
      if (typed === "") draft.forget();
      else draft.rest();
    }
    const reply = "reply" in ask.outcome ? ask.outcome.reply : undefined;
    state.set({
      isFromHere: isOurs(ask),
      isLate: sent !== null && !isOurs(ask),
      ...(form !== null && reply !== undefined ? { form: decidedForm(form, reply) } : {}),
    });
  }

  function typedSoFar(): string {
    const { page, form, reason } = state.get();
    return page === null || form === null ? "" : typedWords(form, page.ask, reason);
  }

  /** What the agent does with the decision may become known later. */
  function mayChange(ask: Ask): boolean {
    return ask.returnPath === "hook" || isUntaken(ask);
  }

  function isOurs({ outcome }: Ask): boolean {
    if (sent === null || outcome === null) return false;
    if (outcome.status === "completed") return "answers" in sent && sameReply(outcome.reply, sent);
    return outcome.status === "rejected" && "kind" in sent && sent.kind === outcome.kind;
  }

  function connected(connection: Connection) {
    const before = state.get().connection;
    if (connection !== before) state.set({ connection });
    if (connection === "live" && before === "away") draft.flush();
    if (connection === "live" && state.get().shownAsOf !== null) void load();
    // The browser does not say why a live connection was refused; loading the page's own data does.
    if (connection === "away") void load();
  }

  function isShut(): boolean {
    const { page, isSending, isGone } = state.get();
    const isHeld = pending.get().held.has(id);
    return page === null || page.ask.outcome !== null || isSending || isGone || isHeld;
  }

  function close() {
    live.close();
    draft.close();
  }
}

function say() {
  return frameWords(localeNow(device.get())).pending;
}
