/** An agent's words in a thread, as Slack messages. Pure. */
import type { AgentFailure } from "../../../core/agent/agent.ts";
import { failureInWords } from "../../../core/agent/failure-words.ts";
import type { Locale } from "../../../core/locale.ts";
import { safeText } from "../../../core/safety/safe-text.ts";
import type { SlackMessage } from "./card.ts";
import { LIMITS } from "./limits.ts";
import { messages } from "./messages.ts";
import { type Block, cutMarkup, escaped, pieces, remark, section } from "./text.ts";

/**
 * What the agent does: `working`, or `waiting` for a choice; the failure that stopped it; null when
 * it is done.
 */
export type Activity = "working" | "waiting" | AgentFailure | null;

// Fills at most four sections of a message; longer text continues in the next message.
const PER_MESSAGE = 9_000;

/** The activity stands below the last message. Earlier messages do not change when more is said. */
export function replyMessages(said: string, activity: Activity, locale: Locale): SlackMessage[] {
  const words = markupOf(safeText(said).trim());
  const pages = words === "" ? [""] : pieces(words, PER_MESSAGE, Number.MAX_SAFE_INTEGER, "plain");
  return pages.map((page, at) => {
    const isLast = at === pages.length - 1;
    const blocks: Block[] = pieces(page, LIMITS.sectionText, Number.MAX_SAFE_INTEGER, "plain").map(
      (text) => section({ type: "mrkdwn", text, verbatim: true }),
    );
    const state = isLast ? activityText(activity, locale) : "";
    if (state !== "") blocks.push(remark(state));
    if (blocks.length === 0) blocks.push(remark("·"));
    return { text: cutMarkup(safeText(said).trim(), 300) || state || "·", blocks };
  });
}

export function activityText(activity: Activity, locale: Locale): string {
  if (activity === null) return "";
  if (typeof activity === "object")
    return `⛔ ${escaped(failureInWords(activity, locale, new Date()))}`;
  return activity === "working"
    ? `⏳ ${messages(locale).working}`
    : `✋ ${messages(locale).waiting}`;
}

/** Turns bold and headings outside of code into Slack's markup, and escapes everything else. */
function markupOf(markdown: string): string {
  return escaped(markdown)
    .split(/(```[\s\S]*?(?:```|$))/)
    .map((part, at) => (at % 2 === 1 ? part : boldOf(part)))
    .join("");
}

function boldOf(text: string): string {
  return text.replace(/^#{1,6} +(.{1,200})$/gm, "*$1*").replace(/\*\*([^*\n]{1,300})\*\*/g, "*$1*");
}
