/**
 * The prompt on the terminal: it turns keys and time into rows of the screen until there is a
 * decision.
 */

import { isDeepStrictEqual } from "node:util";
import type { Reply } from "../../core/ask/answer.ts";
import type { Ask, Note } from "../../core/ask/ask.ts";
import type { FormState } from "../../core/ask/form.ts";
import type { InteractionChange } from "../../desk/interaction.ts";
import { afterMilliseconds } from "../../store/clock.ts";
import { untilItChanges } from "../../terminal/form/countdown.ts";
import type { Draft } from "../../terminal/form/draft.ts";
import { FIRST_MS, pauseAfterEnter, REPEATED_MS } from "../../terminal/form/enter.ts";
import { paste } from "../../terminal/form/field-keys.ts";
import { press } from "../../terminal/form/keys.ts";
import type { Messages } from "../../terminal/form/messages.ts";
import { withSettings } from "../../terminal/form/settings-keys.ts";
import { notesIn, type PromptState } from "../../terminal/form/state.ts";
import { type View, view } from "../../terminal/form/view.ts";
import { isEnter, type Key } from "../../terminal/input/key.ts";
import { listenToKeyboard, type TerminalInput } from "../../terminal/input/keyboard.ts";
import { frameFrom } from "../../terminal/paint/frame.ts";
import { holdTerminal } from "../../terminal/paint/hold-terminal.ts";
import { createInlinePainter } from "../../terminal/paint/inline-painter.ts";
import { onceATurn } from "../../terminal/paint/once-a-turn.ts";
import { markdownRows } from "../../terminal/text/markdown.ts";
import type { Changes } from "./follow-changes.ts";
import { dropTypeAhead } from "./type-ahead.ts";

/** `gone` is a terminal that was taken away: nobody has decided anything. */
export type Decision =
  | { kind: "reply"; reply: Reply }
  | { kind: "cancel"; notes: Note[] }
  | { kind: "gone" };

export interface Prompted {
  decision: Decision;
  /** The form as it was left. */
  form: FormState;
}

export interface InlinePromptParts {
  start: PromptState;
  text: Messages;
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  isPlain: boolean;
  draft: Draft;
  /** Aborted when the ask was settled elsewhere, or this process ends. */
  signal: AbortSignal;
  /** Until the ask's deadline. */
  millisecondsLeft(ask: Ask): number;
  /** Keeps a setting. */
  save(change: InteractionChange): Promise<void>;
  /** Calls back with what other processes changed, until the returned function is called. */
  follow(listener: (now: Changes) => void): () => void;
}

/** Bracketed paste: a paste is marked as one, so that it cannot act as keys. */
const TAKE = "\u001b[?2004h";
const GIVE_BACK = "\u001b[?2004l";

// When an Enter last sent an answer on a terminal: the next prompt may appear while that Enter is
// still held down.
const lastSentCache = new WeakMap<NodeJS.ReadStream, number>();

export async function inlinePrompt(parts: InlinePromptParts): Promise<Prompted> {
  const { start, text, input, output, isPlain, draft, signal, save, follow } = parts;
  const painter = createInlinePainter((bytes) => void output.write(bytes));
  const drawSoon = onceATurn(draw);
  let state = start;
  let laid: View | null = null;
  // Before this time an Enter may come from a key that is held down.
  let enterFrom = (lastSentCache.get(input) ?? 0) + FIRST_MS;
  let lastEscape = Number.NEGATIVE_INFINITY;
  let stopCancel = () => {};
  let stopClock = () => {};
  let decide = (_: Decision) => {};
  const decided = new Promise<Decision>((resolve) => {
    decide = resolve;
  });

  const hold = holdTerminal({ input, output, take, giveBack, onReturn: draw });
  await dropTypeAhead(input);
  const stopListening = listenToKeyboard(input, { onInput: hear, onGone: leave });
  const stopFollowing = follow(hearOfChanges);
  output.on("resize", onResize);
  signal.addEventListener("abort", leave);
  if (signal.aborted) leave();
  else draw();
  const decision = await decided;
  close();
  return { decision, form: state.form };

  function take() {
    output.write(TAKE);
  }

  function giveBack() {
    painter.clear();
    output.write(GIVE_BACK);
  }

  function hear(heard: TerminalInput) {
    if (heard.type === "paste") hearPaste(heard.text);
    if (heard.type === "key") hearKey(lineFeedAsEnter(heard.key));
  }

  function hearPaste(pasted: string) {
    enterFrom = 0;
    const isAskedTwice = state.warning?.reason === "cancel_again";
    become(paste(isAskedTwice ? { ...state, warning: null } : state, pasted));
  }

  function hearKey(key: Key) {
    if (key.ctrl && key.name === "z") return hold.suspend();
    stopCancel();
    if (isLeaving(key, state)) return cancel();
    const isKeyEnter = isEnter(key) && !key.meta;
    if (isKeyEnter && Date.now() < enterFrom) {
      enterFrom = Math.max(enterFrom, Date.now() + REPEATED_MS);
      // A warning that asks for a second Enter must not be replaced.
      return state.warning === null ? warn("enter_again") : undefined;
    }
    const { state: after, wish } = press(state, key, { ...layOut(), text });
    enterFrom = isKeyEnter ? Date.now() + pauseAfterEnter(state, after) : 0;
    become(after);
    if (isKeyEnter && after.form.submitted !== null) lastSentCache.set(input, Date.now());
    if (wish?.type === "cancel") cancelUnlessHeld();
    if (wish?.type === "save") void save(wish.change).catch(() => warn("not_saved"));
  }

  function cancel() {
    done({ kind: "cancel", notes: notesIn(state) });
  }

  /** An Esc that is held down is one Esc: if another follows as fast as keyboards repeat, none was meant. */
  function cancelUnlessHeld() {
    const isHeld = performance.now() - lastEscape < REPEATED_MS;
    lastEscape = performance.now();
    if (!isHeld) stopCancel = afterMilliseconds(REPEATED_MS, cancel);
  }

  function become(after: PromptState) {
    const before = state;
    state = after;
    const { form } = after;
    if (form.submitted !== null) return done({ kind: "reply", reply: form.submitted });
    if (form !== before.form) draft.saveSoon(form);
    laid = null;
    drawSoon();
  }

  function layOut(): View {
    const [columns, rows] = [output.columns || 80, output.rows || 24];
    laid ??= view(state, { columns, rows, now: now(), text, markdown: markdownRows });
    return laid;
  }

  function draw() {
    if (!hold.isOurs()) return;
    laid = null;
    const { rows, cursor } = frameFrom(layOut().rows, { isPlain }, state.field !== null);
    painter.paint(rows, cursor);
    stopClock();
    const { expiresAt } = state.ask;
    if (expiresAt !== null) stopClock = afterMilliseconds(untilItChanges(expiresAt, now()), draw);
  }

  /** The moment at which the deadline is as far away as it is, whatever was done to the clock. */
  function now(): number {
    const { ask } = state;
    return ask.expiresAt === null
      ? Date.now()
      : Date.parse(ask.expiresAt) - parts.millisecondsLeft(ask);
  }

  function onResize() {
    if (!hold.isOurs()) return;
    painter.clearResized(output.columns);
    draw();
  }

  function warn(reason: "not_saved" | "enter_again") {
    become({ ...state, warning: { reason } });
  }

  function hearOfChanges({ ask: { expiresAt }, saved }: Changes) {
    if (expiresAt !== state.ask.expiresAt) become({ ...state, ask: { ...state.ask, expiresAt } });
    if (!isDeepStrictEqual(saved, state.saved)) become(withSettings(state, saved));
  }

  function leave() {
    done({ kind: "gone" });
  }

  /** Keys that arrive together with the deciding one are ignored. */
  function done(decision: Decision) {
    stopListening();
    decide(decision);
  }

  function close() {
    stopClock();
    stopCancel();
    stopFollowing();
    output.off("resize", onResize);
    signal.removeEventListener("abort", leave);
    hold.leave();
  }
}

/** Ctrl-C, and Ctrl-D if there is no text to delete. */
function isLeaving({ ctrl, name }: Key, { field }: PromptState): boolean {
  return (
    ctrl === true &&
    (name === "c" || (name === "d" && (field === null || field.writing.text === "")))
  );
}

/**
 * Programs that drive a prompt end their lines with a line feed, which a keyboard sends only for
 * Ctrl-J.
 */
function lineFeedAsEnter(key: Key): Key {
  return key.name === "enter" ? { ...key, name: "return" } : key;
}
