/** The inbox on a terminal: keys, time and changes on disk in, screens out, until the person leaves. */
import type { Ask } from "../../core/ask.ts";
import { isSettled } from "../../core/ask.ts";
import { AlreadySettled } from "../../core/errors.ts";
import type { Locale } from "../../core/locale.ts";
import type { Desk } from "../../desk/desk.ts";
import type { InteractionChange, InteractionSettings } from "../../desk/interaction.ts";
import { afterMilliseconds } from "../../store/long-timer.ts";
import { enterFullScreen } from "../../tty/full-screen.ts";
import { listenToKeyboard } from "../../tty/keyboard.ts";
import { createPainter } from "../../tty/painter.ts";
import { wantsPlain } from "../../tty/style.ts";
import { createDraftKeeper } from "./draft-keeper.ts";
import { frameOf } from "./frame.ts";
import type { Screen } from "./ink-screen.ts";
import { openMemory } from "./memory.ts";
import { messages } from "./messages.ts";
import { type InboxEvent, openInboxState, type Wish } from "./state.ts";
import { paletteOf } from "./themes.ts";
import { nextChange } from "./time.ts";
import { update } from "./update.ts";

export interface InboxParts {
  desk: Desk;
  interaction: InteractionSettings;
  /** Where the inbox keeps what it remembers. */
  memoryPath: string;
  locale: Locale;
  person: string;
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  environment: NodeJS.ProcessEnv;
  /** Opens an ask in the browser. Gives back its address where there is no browser to open. */
  browse: (askId: string) => Promise<string | null>;
  /** New asks have come; the person may not be looking. */
  onArrived?: (asks: readonly Ask[], at: { isFocused: boolean; notifies: boolean }) => void;
}

export interface Inbox {
  /** Resolves when the person leaves. */
  readonly left: Promise<void>;
  /** Gives the terminal back at once, then sees to what is still to be written. */
  close(): Promise<void>;
}

const RETRY_MS = 2_000;

export function openInbox(parts: InboxParts): Inbox {
  const { desk, interaction, locale, person, input, output, environment, browse, onArrived } = parts;
  const text = messages(locale);
  const by = { surface: "inbox", who: person };
  const memory = openMemory(parts.memoryPath);
  const drafts = createDraftKeeper(desk.drafts, { surface: by.surface, person });
  const isPlain = environment["TERM"] === "dumb";
  const painter = createPainter((bytes) => output.write(bytes));
  let state = openInboxState(sizeOf(output), { isColourless: wantsPlain(environment) });
  let screen: Screen | null = null;
  let isDrawing = false;
  let isClosed = false;
  let isColoured = false;
  let stopClock = () => {};
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const pending: Promise<unknown>[] = [];

  const fullScreen = enterFullScreen({ input, output, onReturn: drawAnew });
  const stopListening = listenToKeyboard(input, { onInput: happen, onGone: leave });
  output.on("resize", onResize);
  const opening = open();
  return { left: Promise.race([left, opening.then(() => left)]), close };

  async function open() {
    const listing = desk.list({ status: "pending" });
    const [remembered, preferred] = await Promise.all([memory.load(), interaction.load()]);
    happen({ type: "remembered", memory: remembered });
    happen({ type: "preferred", interaction: preferred });
    happen({ type: "listed", asks: await listing });
    draw();
    const { openInkScreen } = await import("./ink-screen.ts");
    screen = openInkScreen(painter, input);
    draw();
    await watchOn();
  }

  /** It begins with telling of everything, so of what came since the list was read too. */
  async function watchOn() {
    try {
      const watch = await desk.watch(({ id, ask }) => happen({ type: "changed", id, ask }));
      void left.then(() => watch.close());
    } catch (error) {
      if (isClosed) return;
      happen({ type: "failed", id: null, message: text.failed((error as Error).message) });
      setTimeout(() => void watchOn(), RETRY_MS).unref();
    }
  }

  function happen(event: InboxEvent) {
    if (isClosed) return;
    const step = update(state, event, { now: Date.now(), text });
    const isChanged = step.state !== state;
    state = step.state;
    for (const wish of step.wishes) grant(wish);
    if (isChanged) drawSoon();
  }

  /** Once for everything that happens in the same turn. */
  function drawSoon() {
    if (isDrawing) return;
    isDrawing = true;
    setImmediate(() => {
      isDrawing = false;
      draw();
    });
  }

  function draw() {
    if (isClosed || !fullScreen.isOurs()) return;
    const now = Date.now();
    const palette = paletteOf(state.isColourless ? "mono" : state.memory.theme);
    const frame = frameOf(state, { now, text }, { isPlain, palette });
    // The first screens are painted while Ink is still being loaded, which takes longer than everything else.
    if (screen === null) painter.paint(frame.rows, frame.cursor);
    else screen.show(frame);
    stopClock();
    stopClock = afterMilliseconds(nextChange(state, now) - now, () => happen({ type: "timePassed" }));
  }

  function drawAnew() {
    painter.forget();
    onResize();
    draw();
  }

  function onResize() {
    painter.forget();
    happen({ type: "resized", size: sizeOf(output) });
  }

  function grant(wish: Wish) {
    switch (wish.type) {
      case "loadDraft":
        return run(openForm(wish.id));
      case "saveDraft":
        return drafts.saveSoon(wish.id, wish.page);
      case "answer":
        return settle(wish.id, desk.answer(wish.id, wish.reply, by));
      case "reject":
        return settle(wish.id, desk.reject(wish.id, wish.rejection, by));
      case "extend":
        return run(desk.extend(wish.id, wish.seconds).then((ask) => happen({ type: "extended", ask })));
      case "remember":
        return run(memory.change(wish.how));
      case "prefer":
        return run(prefer(wish.id, wish.change));
      case "browse":
        return run(
          browse(wish.id).then((address) => {
            if (address !== null) happen({ type: "told", message: text.noBrowser(address) });
          }),
        );
      case "copy":
        return void output.write(`\u001b]52;c;${Buffer.from(wish.text).toString("base64")}\u0007`);
      case "readHistory":
        return run(readHistory());
      case "loadHighlighter":
        return run(colourCode());
      case "arrived":
        return onArrived?.(wish.asks, { isFocused: state.isFocused, notifies: state.memory.notifies });
      case "redraw":
        return drawAnew();
      case "suspend":
        return fullScreen.suspend();
      case "quit":
        return leave();
    }
  }

  async function openForm(id: string) {
    await readMarkdown();
    happen({ type: "drafted", id, draft: await drafts.load(id) });
  }

  async function readHistory() {
    await readMarkdown();
    const asks = await desk.list({ status: "settled" });
    happen({ type: "historyRead", asks: asks.filter(isSettled) });
  }

  /** A time limit is meant for the question that is open, too. */
  async function prefer(id: string, change: InteractionChange) {
    happen({ type: "preferred", interaction: await interaction.save(change) });
    if (typeof change.timeoutSeconds === "number") {
      happen({ type: "extended", ask: await desk.extend(id, change.timeoutSeconds) });
    }
  }

  /** The reader is a chunk of its own: the list is on the screen before it is loaded. */
  async function readMarkdown() {
    const { markdownRows } = await import("../../tty/markdown.ts");
    if (state.markdown === null) happen({ type: "reader", markdown: markdownRows });
  }

  async function colourCode() {
    if (isColoured) return;
    isColoured = true;
    const [{ markdownRows }, { highlight }] = await Promise.all([
      import("../../tty/markdown.ts"),
      import("./highlight.ts"),
    ]);
    happen({ type: "reader", markdown: (text, width) => markdownRows(text, width, highlight) });
  }

  /** Whoever was first is told of; whatever else goes wrong, the form is as it was. */
  function settle(id: string, settling: Promise<Ask>) {
    const told = settling.then(
      async (ask) => {
        await drafts.clear(id);
        happen({ type: "settledHere", ask });
      },
      (error: Error) => {
        if (error instanceof AlreadySettled) return happen({ type: "settledElsewhere", ask: error.ask });
        happen({ type: "failed", id, message: text.notKept(error.message) });
      },
    );
    track(told);
  }

  function run(work: Promise<unknown>) {
    track(work.catch((error: Error) => happen({ type: "failed", id: null, message: text.failed(error.message) })));
  }

  function track(work: Promise<unknown>) {
    pending.push(work);
    void work.finally(() => pending.splice(pending.indexOf(work), 1));
  }

  async function close() {
    if (isClosed) return;
    isClosed = true;
    stopClock();
    stopListening();
    output.off("resize", onResize);
    screen?.close();
    fullScreen.leave();
    leave();
    await Promise.allSettled([...pending, drafts.flush()]);
  }
}

function sizeOf({ columns, rows }: NodeJS.WriteStream) {
  return { columns: columns || 80, rows: rows || 24 };
}
