/**
 * Tells a person who looks elsewhere that asks have arrived: it rings the bell and shows one
 * notice.
 *
 * Arrivals within half a second make one notice. Then nothing is shown for a while, and asks that
 * arrive meanwhile share the next notice. While the terminal has the focus there is no notice,
 * because the person sees the asks. A terminal that never reports its focus counts as unfocused,
 * except for a few seconds after a key.
 */
import type { Ask } from "../../../core/ask/ask.ts";
import type { Locale } from "../../../core/locale.ts";
import { desktopCommand } from "../../../desk/attention/desktop-command.ts";
import type { Clock } from "../../../store/clock.ts";
import { type Notice, noticeOf } from "./notice.ts";
import { BELL, terminalNotice, terminalWay } from "./terminal-notice.ts";

export interface Notifier {
  /** Asks that were not open before. */
  arrived(asks: readonly Ask[]): void;
  /** An ask that is settled needs no notice. */
  settled(id: string): void;
  /** As the terminal reports it after `CSI ? 1004 h`. */
  focus(isFocused: boolean): void;
  /** A key was pressed: the person is there and sees the asks that have arrived. */
  pressed(): void;
  close(): void;
}

export interface NotifierParts {
  /** Writes to the terminal. The bytes neither move the cursor nor paint. */
  write(bytes: string): void;
  /** Starts a program without waiting for it, and ignores its failure; see `runQuietly`. */
  run(command: string, args: string[]): void;
  env: Record<string, string | undefined>;
  platform: NodeJS.Platform;
  clock: Clock;
  /** Read again for every notice: a key may turn notices off. */
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

  /**
   * Shows the notice in one place: the terminal if it surely can, else the desktop, else a terminal
   * that might.
   */
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
