/** The prompt as a component of @inquirer/core: keys and time in, rows of the screen out, until there is a decision. */
import { createPrompt, useEffect, useKeypress, useRef, useState } from "@inquirer/core";
import type { Reply } from "../../core/ask/answer.ts";
import type { Ask } from "../../core/ask/ask.ts";
import type { InteractionChange } from "../../desk/interaction.ts";
import { untilItChanges } from "../../terminal/form/countdown.ts";
import type { Draft } from "../../terminal/form/draft.ts";
import { FIRST_MS, pauseAfterEnter, REPEATED_MS } from "../../terminal/form/enter.ts";
import { press } from "../../terminal/form/keys.ts";
import type { Messages } from "../../terminal/form/messages.ts";
import type { PromptState } from "../../terminal/form/state.ts";
import { view } from "../../terminal/form/view.ts";
import { isEnter, type Key } from "../../terminal/input/key.ts";
import { markdownRows } from "../../terminal/text/markdown.ts";
import { lineIn, putLine, takeOver } from "./line-editor.ts";
import { CURSOR, cursorOf, type Drawn, draw, makeRoom, NOTHING_DRAWN, PASTE, takeAway } from "./screen.ts";

/** `gone` is a terminal that was taken away: nobody has decided anything. */
export type Decision = { kind: "reply"; reply: Reply } | { kind: "cancel" } | { kind: "gone" };

export interface InlinePromptParts {
  start: PromptState;
  text: Messages;
  output: NodeJS.WriteStream;
  isPlain: boolean;
  draft: Draft;
  /** Keeps a setting, and gives back the ask as it then is. */
  save(change: InteractionChange): Promise<Ask>;
  reload(): Promise<Ask>;
}

const RELOAD_MS = 5_000;

// One prompt may follow another under the very Enter that has sent an answer.
let sentAt = 0;

export const inlinePrompt = createPrompt<Decision, InlinePromptParts>((parts, done) => {
  const { start, text, output, isPlain, draft, save, reload } = parts;
  const state = useRef(start);
  const drawn = useRef<Drawn>(NOTHING_DRAWN);
  // Before a suspension ends, and after the prompt has, the terminal belongs to others.
  const isAway = useRef(false);
  // Until then an Enter may be one that is held down.
  const enterFrom = useRef(sentAt + FIRST_MS);
  const [version, setVersion] = useState(0);
  const columns = output.columns || 80;
  const { rows, mostScroll, pageSize } = view(state.current, {
    columns,
    rows: output.rows || 24,
    now: Date.now(),
    text,
    markdown: markdownRows,
  });

  useKeypress((key, readline) => {
    const before = state.current;
    const isKeyEnter = isEnter(key as Key) && !(key as Key).meta && !before.isPasting;
    if (isKeyEnter && Date.now() < enterFrom.current) {
      enterFrom.current = Math.max(enterFrom.current, Date.now() + REPEATED_MS);
      putLine(readline, before.field);
      // A warning that asks for another Enter stays as it is.
      return before.warning === null ? say("enter_again") : undefined;
    }
    const { state: after, wish } = press(before, key as Key, { ...lineIn(readline), mostScroll, pageSize, text });
    enterFrom.current = isKeyEnter ? Date.now() + pauseAfterEnter(before, after) : 0;
    state.current = after;
    putLine(readline, after.field);
    if (wish?.type === "cancel") return done({ kind: "cancel" });
    if (after.form.submitted !== null) {
      if (isKeyEnter) sentAt = Date.now();
      return done({ kind: "reply", reply: after.form.submitted });
    }
    if (wish?.type === "save") void save(wish.change).then(follow, () => say("not_saved"));
    if (after.form !== before.form) draft.saveSoon(after.form);
    // A paste comes as hundreds of keys and is drawn once, at its end.
    if (!after.isPasting) redraw();
  });

  useEffect((readline) => {
    putLine(readline, state.current.field);
    const letGo = takeOver(readline, {
      cursorPosition: () => cursorOf(drawn.current, output.columns || 80),
      onCancel: () => done({ kind: "cancel" }),
      onGone: () => done({ kind: "gone" }),
      onSuspend,
      onResume,
    });
    output.on("resize", onResize);
    output.write(PASTE.on);
    redraw();
    return () => {
      isAway.current = true;
      output.write(PASTE.off);
      output.off("resize", onResize);
      letGo();
    };
  }, []);

  const isTyping = state.current.field !== null;
  useEffect(() => void output.write(isTyping ? CURSOR.show : CURSOR.hide), [isTyping]);

  const { expiresAt } = state.current.ask;
  useEffect(() => {
    if (expiresAt === null) return;
    const timer = setTimeout(redraw, untilItChanges(expiresAt, Date.now()));
    return () => clearTimeout(timer);
  }, [version, expiresAt]);

  // Another process may move the deadline. What cannot be read now is read the next time.
  useEffect(() => {
    const timer = setInterval(() => void reload().then(follow, () => {}), RELOAD_MS);
    return () => clearInterval(timer);
  }, []);

  const { content, ...now } = draw(rows, { isPlain, columns });
  drawn.current = now;
  return content;

  function redraw() {
    if (!isAway.current) setVersion((before) => before + 1);
  }

  function onResize() {
    drawAgain(takeAway(drawn.current, output.columns));
  }

  function onSuspend() {
    isAway.current = true;
    output.write(takeAway(drawn.current, output.columns) + CURSOR.show + PASTE.off);
  }

  function onResume() {
    isAway.current = false;
    drawAgain(PASTE.on + (state.current.field === null ? CURSOR.hide : CURSOR.show));
  }

  function drawAgain(first: string) {
    output.write(first + makeRoom(drawn.current));
    redraw();
  }

  function say(reason: "not_saved" | "enter_again") {
    state.current = { ...state.current, warning: { reason } };
    redraw();
  }

  function follow(ask: Ask) {
    if (ask.expiresAt === state.current.ask.expiresAt) return;
    state.current = { ...state.current, ask: { ...state.current.ask, expiresAt: ask.expiresAt } };
    redraw();
  }
});
