/** The next state of the inbox after an event, and the side effects it asks for. Pure. */
import type { Ask, SettledAsk } from "../../core/ask/ask.ts";
import { historyOf } from "../../core/ask/history.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { openPrompt } from "../../terminal/form/state.ts";
import { writingOf } from "../../terminal/input/editor.ts";
import { pressInAgents, withLines, withoutText } from "./agents/agents-keys.ts";
import { pressInDialog } from "./dialogs/dialog-keys.ts";
import { withEvidence } from "./evidence/with-evidence.ts";
import { isDigit, pressDigit } from "./form/digits-in-list.ts";
import { pasteInForm, pressInForm } from "./form/form-keys.ts";
import { pressInHistory } from "./history/history-keys.ts";
import {
  follow,
  hearInFarewell,
  reopened,
  sayFarewell,
  sent,
  withAsk,
} from "./list/coming-and-going.ts";
import { sayUntaken } from "./list/decided-here.ts";
import { leaveForm, pressInList, remembering } from "./list/list-keys.ts";
import { pressInSearch } from "./list/search-keys.ts";
import { awakeAsks, listedAsks } from "./model/asks.ts";
import { draftFrom, pageFrom } from "./model/draft.ts";
import { afterKey, unheard } from "./model/enter.ts";
import { geometryOf, listRowsIn, topFor } from "./model/geometry.ts";
import type { Memory } from "./model/memory.ts";
import {
  type FormPage,
  type InboxEvent,
  type InboxState,
  type Moment,
  noticed,
  type Step,
  stay,
  type Wish,
  wishing,
} from "./model/state.ts";

export function update(state: InboxState, event: InboxEvent, moment: Moment): Step {
  const step = react(state, event, moment);
  return followUp(state, step, moment);
}

function react(state: InboxState, event: InboxEvent, moment: Moment): Step {
  switch (event.type) {
    case "key":
    case "paste":
      return hear(state, event, moment);
    // Only the notifier needs the focus; the screen stays the same.
    case "focus":
      return stay(state);
    case "resized":
      return stay({ ...state, size: event.size });
    case "glimpsed":
      return stay({ ...state, asks: byId(event.asks) });
    case "listed":
      return stay(withList(state, event.asks, moment));
    case "changed":
      return follow(state, event.id, event.ask, moment);
    case "remembered":
      return stay({ ...state, memory: event.memory });
    case "rememberedElsewhere":
      return stay(withMemory(state, event.memory));
    case "preferred":
      return stay({ ...state, interaction: event.interaction });
    case "drafted":
      return openPage(state, event, moment);
    case "settledHere":
      return stay(sent(state, event.ask, moment));
    case "untaken":
      return stay(sayUntaken(state, event.ask, moment));
    case "settledElsewhere":
      return stay(sayFarewell(state, event.ask, moment));
    case "extended":
      return stay(noticed(withAsk(state, event.ask), moment.text.extended, moment));
    case "failed":
      return stay(withFailure(state, event, moment));
    case "told":
      return stay(noticed(state, event.message, moment, { isWhole: true }));
    case "historyRead":
      return stay(withHistory(state, event.asks));
    case "agentsRead":
      return stay(withLines(state, event.lines));
    case "textSent":
      return stay(noticed(withoutText(state, event.agentId), event.message, moment));
    case "reader":
      return stay({ ...state, markdown: event.markdown, highlight: event.highlight });
    case "evidence":
      return stay(withEvidence(state, event.id, event.evidence, moment));
    case "timePassed":
      return passTime(state, moment);
  }
}

/** Looks are each inbox's own; what was seen or snoozed in one counts in all. */
function withMemory(state: InboxState, { snoozed, seen }: Memory): InboxState {
  const { memory } = state;
  const isSame =
    canonicalJson(snoozed) === canonicalJson(memory.snoozed) && seen.join() === memory.seen.join();
  return isSame ? state : { ...state, memory: { ...memory, snoozed, seen } };
}

/** What was not remembered does not hide that an answer was not sent. */
function withFailure(
  state: InboxState,
  { id, message }: { id: string | null; message: string },
  moment: Moment,
): InboxState {
  const isKnown = state.notice?.isUnsent === true && state.notice.until > moment.now;
  const open = reopened(state, id);
  if (id === null && isKnown) return open;
  return noticed(open, message, moment, { isBad: true, isUnsent: id !== null });
}

/**
 * An ask seen in the first glance but missing in the list was settled meanwhile: the watch that
 * starts next reports how.
 */
function withList(state: InboxState, asks: readonly Ask[], { now }: Moment): InboxState {
  const [first] = listedAsks(state, now);
  // The person has not moved yet, so the selection starts at the top of the whole list.
  const isAtTop = state.focus === "list" && state.selectedId === (first?.id ?? null);
  const listed = { ...state, isLoaded: true, asks: new Map([...byId(asks), ...state.asks]) };
  if (!isAtTop) return listed;
  const [top] = listedAsks(listed, now);
  return { ...listed, selectedId: top?.id ?? null };
}

function byId(asks: readonly Ask[]): Map<string, Ask> {
  return new Map(asks.map((ask) => [ask.id, ask]));
}

function withHistory(state: InboxState, settled: readonly SettledAsk[]): InboxState {
  return state.history === null
    ? state
    : { ...state, history: { ...state.history, asks: historyOf(settled) } };
}

type Input = Extract<InboxEvent, { type: "key" | "paste" }>;

function hear(before: InboxState, input: Input, moment: Moment): Step {
  const heldBack = unheard(before, input, moment);
  if (heldBack !== null) return stay(heldBack);
  const step = obey(before.notice === null ? before : { ...before, notice: null }, input, moment);
  return { ...step, state: afterKey(before, step.state, input, moment) };
}

function obey(state: InboxState, input: Input, moment: Moment): Step {
  if (input.type === "key" && input.key.ctrl) {
    if (input.key.name === "c") return wishing(state, { type: "quit" });
    if (input.key.name === "z") return wishing(state, { type: "suspend" });
    if (input.key.name === "l") return wishing(state, { type: "redraw" });
  }
  if (state.farewell !== null) return hearInFarewell(state, state.farewell, input, moment);
  if (state.dialog !== null) return pressInDialog(state, state.dialog, input, moment);
  if (state.page === "agents") return pressInAgents(state, state.agents, input, moment);
  if (state.page === "history" && state.history !== null)
    return pressInHistory(state, state.history, input, moment);
  if (state.search.isOpen && state.page === "asks" && state.focus === "list")
    return pressInSearch(state, input, moment);
  if (state.page === "asks" && state.focus === "form") return hearInForm(state, input, moment);
  if (input.type === "paste") return stay(state);
  const isPick = state.page === "asks" && isDigit(input.key);
  return (isPick ? pressDigit : pressInList)(state, input.key, moment);
}

/** Keys for a form that is still being loaded wait until it is there. */
function hearInForm(state: InboxState, input: Input, moment: Moment): Step {
  const page = state.selectedId === null ? undefined : state.forms.get(state.selectedId);
  if (page === undefined) return stay({ ...state, waiting: [...state.waiting, input] });
  return input.type === "key"
    ? pressInForm(state, page, input.key, moment)
    : pasteInForm(state, page, input.text);
}

function openPage(state: InboxState, { id, draft, known }: Drafted, moment: Moment): Step {
  const ask = state.asks.get(id);
  if (
    ask === undefined ||
    state.forms.get(id) !== known ||
    (known !== undefined && !isNewer(draft, known))
  ) {
    return stay(state);
  }
  const form = openPrompt(ask, state.interaction, draft);
  const opened = withPage(state, id, pageFrom(form, draft));
  const wishes: Wish[] = mayHaveCode(ask) ? [{ type: "loadHighlighter" }] : [];
  if (id !== state.selectedId) return wishing(opened, ...wishes);
  return state.waiting.reduce<Step>(
    (step, input) => {
      const next = update(step.state, input, moment);
      return { state: next.state, wishes: [...step.wishes, ...next.wishes] };
    },
    wishing({ ...opened, waiting: [] }, ...wishes),
  );
}

type Drafted = Extract<InboxEvent, { type: "drafted" }>;

/** Another inbox of the same person has written to the draft since. */
function isNewer(draft: unknown, known: FormPage): boolean {
  return draft !== null && JSON.stringify(draft) !== JSON.stringify(draftFrom(known));
}

/**
 * A person may open the reason dialog before the draft is read. Then the saved reason fills the
 * dialog, unless they have typed already.
 */
function withPage(state: InboxState, id: string, page: FormPage): InboxState {
  const { dialog } = state;
  if (dialog?.kind !== "reason" || dialog.askId !== id)
    return { ...state, forms: new Map(state.forms).set(id, page) };
  const reason = dialog.writing.text || page.reason;
  const writing = dialog.writing.text === "" ? writingOf(reason) : dialog.writing;
  return {
    ...state,
    dialog: { ...dialog, writing },
    forms: new Map(state.forms).set(id, { ...page, reason }),
  };
}

function mayHaveCode({ context = "", questions }: Ask): boolean {
  return [context, ...questions.map(({ prompt }) => prompt)].some((text) =>
    /^\s*(?:```|~~~)/m.test(text),
  );
}

function passTime(state: InboxState, { now }: Moment): Step {
  const notice = state.notice !== null && state.notice.until <= now ? null : state.notice;
  const next = { ...state, notice };
  return awaken(
    state.farewell !== null && state.farewell.until <= now
      ? leaveForm({ ...next, farewell: null })
      : next,
    now,
  );
}

/** An ask whose snooze is over counts as new. */
function awaken(state: InboxState, now: number): Step {
  const asks = awakeAsks(state, now);
  if (asks.length === 0) return stay(state);
  const ids = new Set(asks.map(({ id }) => id));
  const { state: next, wishes } = remembering(state, ({ snoozed, seen }) => ({
    snoozed: Object.fromEntries(Object.entries(snoozed).filter(([id]) => !ids.has(id))),
    seen: seen.filter((id) => !ids.has(id)),
  }));
  return wishing(next, ...wishes, { type: "arrived", asks });
}

/** Keeps a listed ask selected, loads its form, and saves what was typed. */
function followUp(before: InboxState, { state, wishes }: Step, moment: Moment): Step {
  const selected = withSelection(before, state, moment);
  const { selectedId, forms, asks, focus } = selected;
  const more: Wish[] = [];
  if (selectedId !== null && asks.has(selectedId)) {
    const known = forms.get(selectedId);
    const isOther = selectedId !== before.selectedId;
    const isOpened = focus === "form" && (isOther || before.focus !== "form");
    if (known === undefined ? isOther : isOpened)
      more.push({ type: "loadDraft", id: selectedId, known });
  }
  for (const [id, page] of forms) {
    const old = before.forms.get(id);
    if (
      old === undefined ||
      old === page ||
      wishes.some((wish) => wish.type === "saveDraft" && wish.id === id)
    )
      continue;
    const isTouched =
      old.form.form !== page.form.form ||
      old.askBack !== page.askBack ||
      old.reason !== page.reason;
    if (isTouched && page.form.form.submitted === null) more.push({ type: "saveDraft", id, page });
  }
  return { state: selected, wishes: [...wishes, ...more] };
}

function withSelection(before: InboxState, state: InboxState, { now }: Moment): InboxState {
  const listed = listedAsks(state, now);
  const rows = listRowsIn(geometryOf(state.size).bodyRows, listed.length, state.size);
  const index = listed.findIndex(({ id }) => id === state.selectedId);
  // An open form stays open, whatever happens to the list.
  if (index === -1 && state.focus === "form") return state;
  if (index !== -1) return withTop(state, topFor(state.top, index, listed.length, rows));
  const placeBefore = listedAsks(before, now).findIndex(({ id }) => id === state.selectedId);
  const at = Math.max(0, Math.min(placeBefore, listed.length - 1));
  const selectedId = listed[at]?.id ?? null;
  // The digits of a person who answers one ask after another were not meant for the next one yet.
  const selected =
    selectedId === state.selectedId ? state : { ...state, selectedId, digitsFrom: now + REST_MS };
  return withTop(selected, topFor(state.top, at, listed.length, rows));
}

const REST_MS = 350;

/** Returns the same object if nothing changed, so that nothing is redrawn. */
function withTop(state: InboxState, top: number): InboxState {
  return state.top === top ? state : { ...state, top };
}
