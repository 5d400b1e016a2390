/**
 * `askline away` and `askline back`: whether the person is at their desk, for
 * the parts that notify them.
 */
import { printableJson } from "../../core/json.ts";
import type { Locale } from "../../core/locale.ts";
import { momentInWords } from "../../core/moment-words.ts";
import { type Away, awayPath, openAway } from "../../desk/attention/presence.ts";
import { loadSettings } from "../../desk/settings.ts";
import type { CommonOptions } from "../context.ts";
import { secondsFrom } from "../duration.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../failure.ts";
import { languageBy } from "../language.ts";
import { messages } from "../messages.ts";
import { prose } from "../prose.ts";

interface AwayOptions extends CommonOptions {
  until?: string;
  for?: string;
}

export async function away(options: AwayOptions): Promise<number> {
  const { stateDirectory, language } = loadSettings({ stateDirectory: options.stateDir }).values;
  const now = new Date();
  const left: Away = {
    since: now.toISOString(),
    until: endOf(options, now)?.toISOString() ?? null,
  };
  await openAway(awayPath(stateDirectory)).leave(left);
  const words = await prose(awayInWords(left, languageBy(language)));
  process.stdout.write(`${options.json ? printableJson({ away: left }) : words}\n`);
  return EXIT.ok;
}

export async function back(options: CommonOptions): Promise<number> {
  const { stateDirectory, language } = loadSettings({ stateDirectory: options.stateDir }).values;
  const wasAway = openAway(awayPath(stateDirectory)).comeBack(new Date());
  const text = messages(languageBy(language));
  const words = wasAway ? text.back : text.wasNotAway;
  process.stdout.write(`${options.json ? printableJson({ away: null, wasAway }) : words}\n`);
  return EXIT.ok;
}

/** A line to show below a list; null while the person is here. */
export function awayLine(stateDirectory: string, locale: Locale): string | null {
  const left = openAway(awayPath(stateDirectory)).load(new Date());
  return left === null ? null : awayInWords(left, locale);
}

function awayInWords({ until }: Away, locale: Locale): string {
  const text = messages(locale);
  if (until === null) return text.away;
  return text.awayUntil(momentInWords(new Date(until), new Date(), locale));
}

function endOf({ until, for: duration }: AwayOptions, now: Date): Date | null {
  if (until !== undefined && duration !== undefined)
    throw new UsageError((usage) => usage.untilAndFor());
  if (duration !== undefined) return new Date(now.getTime() + secondsFrom(duration) * 1000);
  return until === undefined ? null : nextTime(until, now);
}

/** The next time the local clock shows it: today, or tomorrow if that is over. */
function nextTime(text: string, now: Date): Date {
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  if (hour === undefined) throw new UsageError((usage) => usage.notATimeOfDay(text));
  const at = new Date(now);
  at.setHours(Number(hour), Number(minute), 0, 0);
  if (at <= now) at.setDate(at.getDate() + 1);
  return at;
}
