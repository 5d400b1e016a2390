/** What a person can do in the list, by key, chip or button. */
import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import type { RowOption } from "../../../src/surfaces/portal/rows/row-wire.ts";
import { snoozeWords, whenInWords } from "../../shared/snooze.ts";
import type { Command } from "../frame/palette.tsx";
import { api } from "../parts/api.ts";
import { failureInWords, failureOf } from "../parts/failure.ts";
import { frameWords } from "../parts/frame-words.ts";
import type { Messages } from "../parts/messages.ts";
import { hold, undo } from "../parts/pending.ts";
import { triageWords } from "../parts/triage-words.ts";
import { type AddressBar, readAddress } from "./address.ts";
import type { List } from "./list.ts";
import type { Intent } from "./pane-host.tsx";
import type { RowListControls } from "./row-list.tsx";
import { plainTitle } from "./row-view.tsx";
import { placeOf, type ShownRow } from "./row-window.ts";
import { type BarMode, MINUTES_FOR_SEVERAL } from "./selection-bar.tsx";

interface ActionParts {
  list: List;
  bar: AddressBar;
  current: string | null;
  hasPane: boolean;
  controls: RefObject<RowListControls | null>;
  setIntent(intent: Intent): void;
  setChosen(id: string | null): void;
  text: Messages;
}

export type Actions = ReturnType<typeof useActions>;

const MORE_SECONDS = 5 * 60;

export function useActions(parts: ActionParts) {
  const { list, bar, current, hasPane, controls, setIntent, setChosen, text } = parts;
  const say = triageWords(text.locale);
  const { selected } = bar.address;
  const marked: ReadonlySet<string> = new Set(selected);
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set());
  const [mode, setMode] = useState<BarMode | null>(null);
  const [news, setNews] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  // After an automatic move, a digit that was meant for the row before must not hit this one.
  const movedAt = useRef(Number.NEGATIVE_INFINITY);
  const latestCurrent = useRef(current);
  latestCurrent.current = current;
  const lastPlace = useRef(-1);
  const lastSnoozed = useRef<readonly string[]>([]);
  const placeNow = placeOf(list.state.get(), current);
  if (placeNow !== -1) lastPlace.current = placeNow;
  const subject = marked.size > 0 ? [...marked] : current === null ? [] : [current];
  const shownBar: BarMode | null = mode ?? (marked.size > 0 ? "choose" : null);
  const commands = commandsHere();
  return {
    ...{ marked, sending, news, failure, subject, commands, movedAt },
    ...{ bar: shownBar, setBar, tell: setNews, clear },
    ...{
      open,
      pick,
      toggle,
      step,
      backToList,
      decline,
      cancel,
      extend,
      answerAlike,
      snooze,
      snoozedInPane,
      toggleSnoozed,
      askMore,
      paneSettled,
      copyId,
      focusCurrent,
    },
    undo: () => undo() || wakeLast(),
  };

  function setBar(next: BarMode | null) {
    setMode(next);
    if (next === null) focusCurrent();
  }

  function rowOf(id: string | null): ShownRow | undefined {
    const now = list.state.get();
    return now.rows[placeOf(now, id)];
  }

  /** Goes to the row; `withFocus` unless the person is in the question. */
  function goTo(id: string, withFocus: boolean) {
    setFailure(null);
    setChosen(id);
    if (hasPane) bar.change({ ask: id });
    controls.current?.reveal(id, withFocus);
  }

  /** Into the question: beside the list with the focus, else in its place. */
  function open(id: string, intent: Omit<Intent, "id"> = {}) {
    setFailure(null);
    setChosen(id);
    bar.change({ ask: id }, !hasPane);
    if (hasPane || Object.keys(intent).length > 0) setIntent({ id, ...intent });
  }

  function step(by: 1 | -1, withFocus = true) {
    const now = list.state.get();
    const from = placeOf(now, current);
    if (from !== -1) lastPlace.current = from;
    // A row that folded leaves its place to the one that followed it.
    const isFolded = from === -1 && by === 1;
    const last = Math.max(0, Math.min(lastPlace.current, now.rows.length - 1));
    let place = isFolded ? last : lastPlace.current + by;
    while (now.rows[place] !== undefined && now.gone.has(now.rows[place]?.id ?? "")) place += by;
    const row = now.rows[place];
    if (row === undefined) return;
    if (hasPane || withFocus) goTo(row.id, withFocus);
    else open(row.id);
  }

  /** The row that comes after this one, or before it where it is the last. */
  function neighbour(id: string): ShownRow | undefined {
    const now = list.state.get();
    const place = placeOf(now, id);
    const isThere = (row: ShownRow | undefined): row is ShownRow =>
      row !== undefined && row.id !== id && !now.gone.has(row.id) && !sending.has(row.id);
    return now.rows.slice(place + 1).find(isThere) ?? now.rows.slice(0, place).findLast(isThere);
  }

  function moveOn(id: string, withFocus: boolean) {
    const next = neighbour(id);
    const left = (list.state.get().open ?? 1) - 1;
    setNews(
      `${say.sent} ${next === undefined ? say.nothingNext : say.next(plainTitle(next, text), left)}`,
    );
    movedAt.current = performance.now();
    // What was just decided stays in sight where nothing follows.
    if (next === undefined) return;
    if (hasPane || bar.address.ask === null) goTo(next.id, withFocus);
    else bar.change({ ask: next.id });
  }

  function pick(id: string, optionId: string) {
    const row = rowOf(id);
    const option = row?.options.find((one) => one.id === optionId);
    if (row === undefined || option === undefined || sending.has(id)) return;
    if (option.pick === "at_once") return void sendAtOnce(row, option);
    open(id, { optionId, confirms: option.pick === "confirms" });
  }

  async function sendAtOnce(row: ShownRow, option: RowOption) {
    const { id } = row;
    setSending((now) => new Set([...now, id]));
    list.settledHere(id);
    if (id === current) moveOn(id, document.activeElement?.closest(".list") != null);
    try {
      await api.answer(id, { reply: { answers: [{ optionIds: [option.id] }] } });
    } catch (error) {
      failed(row, error);
    } finally {
      setSending((now) => new Set([...now].filter((one) => one !== id)));
    }
  }

  function failed(row: ShownRow, error: unknown) {
    const { message, suggestion } = failureInWords(failureOf(error), text);
    list.notSettledHere(row.id);
    setFailure(`${plainTitle(row, text)}: ${message} ${suggestion}`);
  }

  /** The question was settled where it is shown beside the list. */
  function paneSettled(id: string, isFromHere: boolean) {
    if (!isFromHere) return;
    list.settledHere(id);
    if (id !== current) return;
    moveOn(id, false);
    requestAnimationFrame(() => document.getElementById("question")?.focus());
  }

  function toggle(id: string) {
    // Keys come faster than the page is drawn.
    const now = readAddress(location.search).selected;
    const others = now.filter((one) => one !== id);
    bar.change({ selected: others.length < now.length ? others : [...now, id] });
  }

  /** Whether there was something to clear. */
  function clear(): boolean {
    const isShown = shownBar !== null;
    if (selected.length > 0) bar.change({ selected: [] });
    setMode(null);
    return isShown;
  }

  function decline(reason: string) {
    for (const id of subject) {
      const words = frameWords(text.locale).pending.decline(reason);
      holdBack(id, "decline", words, { kind: "reject", ...(reason !== "" && { reason }) });
    }
    done();
  }

  function cancel() {
    for (const id of subject)
      holdBack(id, "cancel", frameWords(text.locale).pending.cancel, { kind: "cancel" });
    done();
  }

  function holdBack(
    id: string,
    kind: "decline" | "cancel",
    words: string,
    body: Parameters<typeof api.reject>[1],
  ) {
    const row = rowOf(id);
    if (row === undefined) return;
    const send = (isLast: boolean) => {
      list.settledHere(id);
      const isHere = id === latestCurrent.current;
      api.reject(id, body, isLast).then(
        () => isHere && moveOn(id, document.activeElement?.closest(".list") != null),
        (error) => failed(row, error),
      );
    };
    hold({ id, kind, words, send });
  }

  function done() {
    clear();
    focusCurrent();
  }

  /** More time for the current one, or for the selected. */
  function extend() {
    const seconds = marked.size > 0 ? MINUTES_FOR_SEVERAL * 60 : MORE_SECONDS;
    for (const id of subject) {
      const row = rowOf(id);
      if (row === undefined || row.endsAt === null) continue;
      const left = Math.max(0, (row.endsAt - Date.now()) / 1000);
      api.extend(id, { seconds: left + seconds }).catch((error) => failed(row, error));
    }
    if (marked.size > 0) done();
  }

  function answerAlike(label: string) {
    for (const id of subject) {
      const row = rowOf(id);
      const option = row?.options.find((one) => one.label === label && one.pick === "at_once");
      if (row !== undefined && option !== undefined) void sendAtOnce(row, option);
    }
    done();
  }

  /** The current one, or the selected. Null brings back. */
  function snooze(until: string | null) {
    const ids = subject;
    const others = ids.length > 1 || until === null;
    lastSnoozed.current = until === null ? [] : ids;
    const said = Promise.all(ids.map((id) => snoozeOne(id, until)));
    if (!others && current !== null) moveOn(current, true);
    const words = snoozeWords(text.locale);
    void said.then((all) => {
      const times = all.filter((time) => time !== undefined);
      const [time = null] = times;
      if (times.length === 0) return;
      if (until === null) setNews(words.awake);
      else if (times.length > 1) setNews(words.several(times.length));
      else if (time !== null) setNews(words.until(whenInWords(new Date(time), text.locale)));
    });
    done();
  }

  /** Until when; undefined where it was refused. */
  async function snoozeOne(id: string, until: string | null): Promise<string | null | undefined> {
    const row = rowOf(id);
    try {
      return (await api.snooze(id, { until })).until;
    } catch (error) {
      if (row !== undefined) failed(row, error);
      return undefined;
    }
  }

  function snoozedInPane(id: string) {
    lastSnoozed.current = [id];
    if (id === current && hasPane) moveOn(id, false);
  }

  /** What was put off last comes back. */
  function wakeLast(): boolean {
    const ids = lastSnoozed.current;
    lastSnoozed.current = [];
    for (const id of ids) void snoozeOne(id, null);
    if (ids.length > 0) setNews(snoozeWords(text.locale).awake);
    return ids.length > 0;
  }

  function toggleSnoozed() {
    setChosen(null);
    bar.change({ snoozed: !bar.address.snoozed, ask: null });
  }

  /** Opens the question with one of its own keys pressed. */
  function askMore(key: string) {
    if (current !== null) open(current, { key });
  }

  function focusCurrent() {
    if (current !== null) controls.current?.reveal(current, true);
  }

  function backToList() {
    if (bar.address.ask === null) return;
    const id = bar.address.ask;
    if (hasPane) return controls.current?.reveal(id, true);
    bar.change({ ask: null });
    requestAnimationFrame(() => controls.current?.reveal(id, true));
  }

  function commandsHere(): Command[] {
    const { keys } = say;
    const one: Command[] =
      current === null
        ? []
        : [
            { label: keys.decline, key: "x", run: () => setMode("decline") },
            { label: keys.cancel, key: "c", run: cancel },
            { label: snoozeWords(text.locale).name, key: "z", run: () => setMode("snooze") },
            { label: keys.more, key: "+", run: extend },
            { label: keys.copy, key: "y", run: () => void copyId() },
          ];
    const sorts = Object.entries(say.sorts).map(([sort, label]) => ({
      label,
      run: () => bar.change({ sort: sort as keyof typeof say.sorts }),
    }));
    const groups = Object.entries(say.groups).map(([group, label]) => ({
      label,
      run: () => bar.change({ group: group as keyof typeof say.groups }),
    }));
    const snoozed = { label: keys.showSnoozed, key: "Z", run: toggleSnoozed };
    return [...one, snoozed, ...sorts, ...groups];
  }

  async function copyId() {
    if (current === null) return;
    await navigator.clipboard.writeText(current).catch(() => undefined);
    setNews(say.copied);
  }
}
