/** Notices on the desktop of the machine that the hub runs on. Answers are given elsewhere. */
import { spawn } from "node:child_process";
import { failureInWords } from "../../core/agent/failure-words.ts";
import type { Ask } from "../../core/ask/ask.ts";
import type { Locale } from "../../core/locale.ts";
import { safeLine } from "../../core/safety/safe-text.ts";
import { shortened } from "../../core/shortened.ts";
import type { NoticeStep } from "../../desk/attention/attention.ts";
import { type DesktopNotice, desktopCommand } from "../../desk/attention/desktop-command.ts";
import type { FailureNotice } from "../../desk/attention/failure-notices.ts";
import { gathered } from "../../desk/attention/gathered.ts";
import { type Clock, systemClock } from "../../store/clock.ts";
import type { NotifyingHubSurface } from "../surface.ts";
import { label } from "./label.ts";
import { desktopMessages } from "./messages.ts";

export interface DesktopParts {
  locale: Locale;
  platform: NodeJS.Platform;
  env: Record<string, string | undefined>;
  clock?: Clock;
}

const LONGEST_TITLE = 80;
const LONGEST_PROJECT = 40;
const MOST_TITLES = 3;
const NOWHERE: DesktopNotice = { summary: "", detail: "", isUrgent: false };

export function desktopSurface({
  locale,
  platform,
  env,
  clock = systemClock,
}: DesktopParts): NotifyingHubSurface {
  let isMissing = false;
  const gather = gathered<{ ask: Ask; kind: NoticeStep["kind"] }>(
    clock,
    ([first, ...others], signal) =>
      first === undefined
        ? Promise.resolve(true)
        : show(
            others.length === 0
              ? noticeOf(first.ask, first.kind, locale)
              : noticeOfMany([first.ask, ...others.map(({ ask }) => ask)], locale),
            signal,
          ),
  );
  return {
    name: label.key,
    label,
    isReachable: () => !isMissing && desktopCommand(NOWHERE, { platform, env }) !== null,
    notify: (ask, { kind }, signal) => gather({ ask, kind }, signal),
    tellFailure: (notice, signal) => show(failureNotice(notice, locale, new Date()), signal),
    // The hub calls `notify` for every ask; this surface need not follow asks itself.
    start: () => undefined,
    close: async () => undefined,
  };

  async function show(notice: DesktopNotice, signal: AbortSignal): Promise<boolean> {
    const command = desktopCommand(notice, { platform, env });
    const how =
      command === null ? "missing" : await run(command.command, command.args, env, signal);
    isMissing = how === "missing";
    return how === "shown";
  }
}

/** The notice shows the title and the project, and no other text of the agent. */
export function noticeOf(ask: Ask, kind: "notice" | "reminder", locale: Locale): DesktopNotice {
  const text = desktopMessages(locale);
  const title = shortened(safeLine(ask.questions[0]?.title ?? ""), LONGEST_TITLE) || text.untitled;
  const isUrgent = ask.urgency === "high";
  const summary = kind === "reminder" ? text.still(title) : isUrgent ? text.urgent(title) : title;
  return {
    summary,
    detail: shortened(safeLine(ask.source.project ?? ""), LONGEST_PROJECT),
    isUrgent,
  };
}

/** Several at once: their number, and the first of them by name. */
export function noticeOfMany(asks: readonly Ask[], locale: Locale): DesktopNotice {
  const text = desktopMessages(locale);
  const isUrgent = asks.some(({ urgency }) => urgency === "high");
  const titles = asks.slice(0, MOST_TITLES).map((ask) => noticeOf(ask, "notice", locale).summary);
  const summary = text.several(asks.length);
  return { summary, detail: titles.join(" · "), isUrgent };
}

export function failureNotice(
  { project, failure }: FailureNotice,
  locale: Locale,
  now: Date,
): DesktopNotice {
  const name = shortened(safeLine(project), LONGEST_PROJECT);
  return { summary: failureInWords(failure, locale, now), detail: name, isUrgent: false };
}

type Shown = "shown" | "failed" | "missing";

/**
 * A tool that exits with an error has shown nothing; one that is killed for being slow may have
 * shown the notice.
 */
function run(
  command: string,
  args: string[],
  env: DesktopParts["env"],
  signal: AbortSignal,
): Promise<Shown> {
  return new Promise((resolve, reject) => {
    // SIGKILL: a tool that ignored a milder signal would keep this process alive.
    const options = {
      stdio: "ignore",
      windowsHide: true,
      signal,
      killSignal: "SIGKILL",
      env,
    } as const;
    const child = spawn(command, args, options);
    child.on("error", (error: NodeJS.ErrnoException) =>
      error.code === "ENOENT" ? resolve("missing") : reject(error),
    );
    child.on("close", (code) => resolve(code === 0 ? "shown" : "failed"));
  });
}
