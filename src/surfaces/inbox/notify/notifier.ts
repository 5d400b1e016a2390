/**
 * Tells a person who looks elsewhere that asks have arrived: the bell, and one notice in words.
 *
 * Arrivals are gathered for half a second into one notice, and after a notice there is quiet for a while; what arrives
 * then is told together afterwards. While the terminal has the focus nothing is told, for the person sees it. A terminal
 * that never says whether it has the focus counts as one that has not, save for a few seconds after a key.
 */
import type { Ask } from "../../../core/ask/ask.ts";
import type { Locale } from "../../../core/locale.ts";
import { desktopCommand } from "../../../desk/attention/desktop-command.ts";
import type { Clock } from "../../../store/clock.ts";
import { type Notice, noticeOf } from "./notice.ts";
import { BELL, terminalNotice, terminalWay } from "./terminal-notice.ts";

export interface Notifier {
  /** Asks that were not there before. */
  arrived(asks: readonly Ask[]): void;
  /** An ask that no longer waits need not be told of. */
  settled(id: string): void;
  /** As the terminal reports it, once asked to (`CSI ? 1004 h`). */
  focus(isFocused: boolean): void;
  /** A key was pressed: somebody is there, and sees what came until now. */
  pressed(): void;
  close(): void;
}

export interface NotifierParts {
  /** To the terminal. Nothing written moves the cursor or paints. */
  write(bytes: string): void;
  /** Starts a program without waiting for it, and without a word if it cannot; `runQuietly` does. */
  run(command: string, args: string[]): void;
  env: Record<string, string | undefined>;
  platform: NodeJS.Platform;
  clock: Clock;
  /** Read anew for every notice: a person may turn them off by a key. */
  settings(): { isOn: boolean; locale: Locale };
}

const GATHER_MS = 500;
const QUIET_MS = 5_000;
const PRESENT_MS = 5_000;

export function createNotifier({
  write,
  run,
  env,
  platform,
  clock,
  settings,
}: NotifierParts): Notifier {
  const way = terminalWay(env);
  const waiting = new Map<string, Ask>();
  let isFocused = false;
  let quietUntil = 0;
  let presentUntil = 0;
  let stopGathering: (() => void) | undefined;
  return { arrived, settled: (id) => void waiting.delete(id), focus, pressed, close: forget };

  function arrived(asks: readonly Ask[]) {
    if (isFocused || !settings().isOn) return;
    for (const ask of asks) waiting.set(ask.id, ask);
    if (waiting.size === 0 || stopGathering !== undefined) return;
    stopGathering = clock.after(
      Math.max(GATHER_MS, Math.max(quietUntil, presentUntil) - clock.now().getTime()),
      tell,
    );
  }

  function focus(isNow: boolean) {
    isFocused = isNow;
    if (isNow) forget();
  }

  function pressed() {
    presentUntil = clock.now().getTime() + PRESENT_MS;
    forget();
  }

  function tell() {
    const [first, ...others] = waiting.values();
    forget();
    const { isOn, locale } = settings();
    if (first === undefined || !isOn) return;
    quietUntil = clock.now().getTime() + QUIET_MS;
    show(noticeOf([first, ...others], locale));
  }

  /** In words once only: by the terminal if it surely does, else by the desktop, else by a terminal that might. */
  function show(notice: Notice) {
    const inTerminal = way === null ? "" : terminalNotice(notice, way);
    const onDesktop = way?.isSure ? null : desktopCommand(notice, { platform, env });
    write(BELL + (onDesktop === null ? inTerminal : ""));
    if (onDesktop !== null) run(onDesktop.command, onDesktop.args);
  }

  function forget() {
    stopGathering?.();
    stopGathering = undefined;
    waiting.clear();
  }
}
