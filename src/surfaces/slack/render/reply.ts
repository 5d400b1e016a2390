/** An agent's words in a thread, as Slack messages. Pure. */
import type { AgentFailure } from "../../../core/agent/agent.ts";
import { failureInWords } from "../../../core/agent/failure-words.ts";
import type { Locale } from "../../../core/locale.ts";
import { safeText } from "../../../core/safety/safe-text.ts";
import { cleanReply } from "../../../extract/clean-reply.ts";
import type { SlackMessage } from "./card.ts";
import { type Segment, segmentsOf, wordsOf } from "./markdown.ts";
import { messages } from "./messages.ts";
import { cut, cutMarkup, escaped, line, remark, unmarked } from "./text.ts";
import { blockOf, lengthWritten } from "./written.ts";

/**
 * What the agent does: `working`, or `waiting` for a choice; the failure that stopped it; null when
 * it is done.
 */
export type Activity = "working" | "waiting" | AgentFailure | null;

// Longer text continues in the next message.
const PER_MESSAGE = 9_000;
const MOST_BLOCKS = 40;
const LEAST_ROOM = 300;

/** The activity stands below the last message. Earlier messages do not change when more is said. */
export function replyMessages(said: string, activity: Activity, locale: Locale): SlackMessage[] {
  const { text } = cleanReply(said, { isOpen: activity === "working" });
  const words = safeText(text).trim();
  const pages = pagesOf(segmentsOf(words));
  return pages.map((page, at) => {
    const blocks = page.map(blockOf);
    const state = at === pages.length - 1 ? activityText(activity, locale) : "";
    if (state !== "") blocks.push(remark(state));
    if (blocks.length === 0) blocks.push(remark("·"));
    const short = page.map((segment) => segment.text).join("\n");
    return { text: short === "" ? state || "·" : cutMarkup(line(wordsOf(short)), 300), blocks };
  });
}

export function activityText(activity: Activity, locale: Locale): string {
  if (activity === null) return "";
  if (typeof activity === "object")
    return `⛔ ${escaped(unmarked(failureInWords(activity, locale, new Date())))}`;
  return activity === "working"
    ? `⏳ ${messages(locale).working}`
    : `✋ ${messages(locale).waiting}`;
}

/**
 * Where a page ends depends only on what stands before, so that it stays when more is said. Code
 * goes on in the next message as code.
 */
function pagesOf(segments: readonly Segment[]): Segment[][] {
  const pages: Segment[][] = [[]];
  let room = PER_MESSAGE;
  for (const { kind, text } of segments) {
    let rest = text;
    while (rest !== "") {
      const last = pages.at(-1);
      if (last === undefined || room < LEAST_ROOM || last.length === MOST_BLOCKS) {
        pages.push([]);
        room = PER_MESSAGE;
        continue;
      }
      const part = headOf(rest, room, kind);
      last.push({ kind, text: part });
      room -= lengthOf(part, kind);
      rest = rest.slice(part.length).replace(/^\n+/, "");
      if (rest !== "") room = 0;
    }
  }
  return pages;
}

function headOf(text: string, room: number, kind: Segment["kind"]): string {
  const cost = (piece: string) => lengthOf(piece, kind);
  if (cost(text) <= room) return text;
  const head = cut(text, room, cost).slice(0, -1) || text.slice(0, Math.floor(room / 2));
  const end = [head.lastIndexOf("\n\n"), head.lastIndexOf("\n"), head.lastIndexOf(" ")].find(
    (at) => at > room / 2,
  );
  return end === undefined ? head : head.slice(0, end);
}

function lengthOf(text: string, kind: Segment["kind"]): number {
  return lengthWritten(kind === "code" ? "plain" : "markup", text);
}
