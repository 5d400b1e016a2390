/**
 * The inbox on a terminal: it turns keys, time and changes on disk into screens until the person
 * leaves.
 */
import type { Ask } from "../../core/ask/ask.ts";
import { AskNotFound } from "../../core/ask/errors.ts";
import type { Locale } from "../../core/locale.ts";
import { everyAsk } from "../../desk/all-pages.ts";
import type { Desk } from "../../desk/desk.ts";
import type { Interaction, InteractionSettings } from "../../desk/interaction.ts";
import type { Snoozes } from "../../desk/snoozes.ts";
import { afterMilliseconds, systemClock } from "../../store/clock.ts";
import { listenToKeyboard } from "../../terminal/input/keyboard.ts";
import { enterFullScreen } from "../../terminal/paint/full-screen.ts";
import { onceATurn } from "../../terminal/paint/once-a-turn.ts";
import { createPainter } from "../../terminal/paint/painter.ts";
import { wantsPlain } from "../../terminal/text/style.ts";
import { createDraftKeeper } from "./draft-keeper.ts";
import { frameOf } from "./frame.ts";
import { label } from "./label.ts";
import { type Memory, openMemory } from "./model/memory.ts";
import { messages } from "./model/messages.ts";
import { inLanguage } from "./model/own-language.ts";
import { type InboxEvent, openInboxState } from "./model/state.ts";
import { withSteadyDeadlines } from "./model/steady-deadlines.ts";
import { paletteOf } from "./model/themes.ts";
import { nextChange } from "./model/time.ts";
import { createNotifier } from "./notify/notifier.ts";
import { runQuietly } from "./notify/run-quietly.ts";
import { update } from "./update.ts";
import { type AgentsPort, grantWishes } from "./wishes.ts";

export interface InboxParts {
  desk: Desk;
  interaction: InteractionSettings;
  /** Where the inbox keeps what it remembers. */
  memoryPath: string;
  snoozes: Snoozes;
  locale: Locale;
  person: string;
  input: NodeJS.ReadStream;
  output: NodeJS.WriteStream;
  environment: NodeJS.ProcessEnv;
  agents: AgentsPort;
  /** Called for every key: the person is here. */
  onPerson: () => void;
  /** Opens an ask in the browser. Returns its address if there is no browser to open it. */
  browse: (askId: string) => Promise<string | null>;
}

export interface Inbox {
  /** Resolves when the person leaves. */
  readonly left: Promise<void>;
  /** Gives the terminal back at once, then finishes what is still being written. */
  close(): Promise<void>;
}

const RETRY_MS = 2_000;
// More than a screenful. The other asks are read while the person looks at these.
const MOST_AT_FIRST = 60;

export function openInbox(parts: InboxParts): Inbox {
  const { desk, interaction, locale, person, input, output, environment, browse, agents } = parts;
  const text = messages(locale);
  const by = { surface: label.key, who: person };
  const memory = openMemory(parts.memoryPath, parts.snoozes, person);
  const drafts = createDraftKeeper(desk.drafts, { surface: by.surface, person });
  const isPlain = environment["TERM"] === "dumb";
  // A notice may come after the screen was given back to the shell.
  const write = (bytes: string) => {
    if (fullScreen.isOurs()) output.write(bytes);
  };
  const painter = createPainter(write);
  const drawSoon = onceATurn(draw);
  const notifier = createNotifier({
    ...{ write, run: runQuietly, env: environment, platform: process.platform, clock: systemClock },
    settings: () => ({ isOn: state.memory.notifies, locale }),
  });
  let state = openInboxState(sizeOf(output), { isColourless: wantsPlain(environment) });
  let isClosed = false;
  let stopClock = () => {};
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const wishes = grantWishes({
    ...{ desk, interaction, memory, drafts, text, by, browse, agents, happen, write, environment },
    stateNow: () => state,
    redraw: drawAnew,
    suspend: () => fullScreen.suspend(),
    leave: () => leave(),
    onArrived: notifier.arrived,
  });

  const fullScreen = enterFullScreen({ input, output, onReturn: drawAnew });
  const stopListening = listenToKeyboard(input, { onInput: happen, onGone: leave });
  output.on("resize", onResize);
  let opening = open();
  return { left: Promise.race([left, opening.then(() => left)]), close };

  async function open() {
    // What cannot be glanced at is told once the list is read.
    const glance = desk.glance(MOST_AT_FIRST).catch(() => []);
    const reading = [memory.load(), interaction.load(), glance] as const;
    const [remembered, preferred, newest] = await Promise.all(reading);
    happen({ type: "remembered", memory: remembered });
    happen({ type: "preferred", interaction: preferred });
    happen({ type: "glimpsed", asks: newest });
    if (newest.length > 0) draw();
    const preferElsewhere = (saved: Interaction) =>
      happen({ type: "preferred", interaction: saved });
    void left.then(interaction.watch(preferElsewhere));
    const rememberElsewhere = (remembered: Memory) =>
      happen({ type: "rememberedElsewhere", memory: remembered });
    void left.then(memory.watch(rememberElsewhere));
    await listAll(newest);
  }

  /** The watch comes first, so that no change falls between it and the list. */
  async function listAll(glimpsed: readonly Ask[]) {
    if (isClosed) return;
    let heard: InboxEvent[] | null = [];
    try {
      const watch = await desk.watch(
        ({ id, ask }) => {
          const event = { type: "changed", id, ask } as const;
          if (heard === null) happen(event);
          else heard.push(event);
        },
        { after: "now" },
      );
      void left.then(() => watch.close());
      const asks = await everyAsk(desk, { status: "pending" }).catch((error: Error) => {
        watch.close();
        throw error;
      });
      happen({ type: "listed", asks });
      draw();
      for (const event of heard) happen(event);
      heard = null;
      await lookForGone(glimpsed, asks);
    } catch (error) {
      tryAgain(error as Error, () => listAll(glimpsed));
    }
  }

  /** What was seen at first and is open no more was settled before the watch began. */
  async function lookForGone(glimpsed: readonly Ask[], open: readonly Ask[]) {
    const isOpen = new Set(open.map(({ id }) => id));
    for (const { id } of glimpsed) {
      if (isOpen.has(id)) continue;
      const ask = await desk
        .load(id)
        .catch((error) => (error instanceof AskNotFound ? null : undefined));
      if (ask !== undefined) happen({ type: "changed", id, ask });
    }
  }

  /** A store that cannot be read now may be readable soon; until then the person sees why. */
  function tryAgain(error: Error, step: () => Promise<void>) {
    if (isClosed) return;
    happen({ type: "failed", id: null, message: text.failed(error) });
    const retry = () => {
      if (!isClosed) opening = step();
    };
    setTimeout(retry, RETRY_MS).unref();
  }

  function happen(event: InboxEvent) {
    if (isClosed) return;
    if (event.type === "key" || event.type === "paste") parts.onPerson();
    const step = update(state, inLanguage(event, locale), { now: Date.now(), text });
    const isChanged = step.state !== state;
    state = step.state;
    for (const wish of step.wishes) wishes.grant(wish);
    if (event.type === "key" || event.type === "paste") notifier.pressed();
    if (event.type === "focus") notifier.focus(event.isFocused);
    if (event.type === "changed" && event.ask?.outcome !== null) notifier.settled(event.id);
    if (isChanged) drawSoon();
  }

  function draw() {
    if (isClosed || !fullScreen.isOurs()) return;
    const now = Date.now();
    const palette = paletteOf(state.isColourless ? "mono" : state.memory.theme);
    const shown = withSteadyDeadlines(state, now, desk.millisecondsLeft);
    const frame = frameOf(shown, { now, text }, { isPlain, palette });
    painter.paint(frame.rows, frame.cursor);
    stopClock();
    stopClock = afterMilliseconds(nextChange(shown, now) - now, () =>
      happen({ type: "timePassed" }),
    );
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

  async function close() {
    if (isClosed) return;
    isClosed = true;
    stopClock();
    stopListening();
    output.off("resize", onResize);
    fullScreen.leave();
    notifier.close();
    leave();
    // The desk must stay open while a watch is being opened.
    await Promise.allSettled([opening, wishes.granted(), drafts.flush()]);
  }
}

function sizeOf({ columns, rows }: NodeJS.WriteStream) {
  return { columns: columns || 80, rows: rows || 24 };
}
