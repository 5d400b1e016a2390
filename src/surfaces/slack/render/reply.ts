/** What an agent says in a thread, as Slack messages. Pure. */
import type { Locale } from "../../../core/locale.ts";
import { safeText } from "../../../core/safety/safe-text.ts";
import type { SlackMessage } from "./card.ts";
import { LIMITS } from "./limits.ts";
import { messages } from "./messages.ts";
import { type Block, cutMarkup, escaped, pieces, remark, section } from "./text.ts";

/** Slack's word for what the agent does: `waiting` for a choice, or `working`; null when it is done. */
export type Activity = "working" | "waiting" | null;

// Four sections of one message; what is longer goes on in the next.
const PER_MESSAGE = 9_000;

/** The state stands below the last message. What was said earlier never changes when more is said. */
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
  return activity === "working"
    ? `⏳ ${messages(locale).working}`
    : `✋ ${messages(locale).waiting}`;
}

/** Bold and headings as Slack writes them, outside of code; everything else as it is, and nothing that Slack would act on. */
function markupOf(markdown: string): string {
  return escaped(markdown)
    .split(/(```[\s\S]*?(?:```|$))/)
    .map((part, at) => (at % 2 === 1 ? part : boldOf(part)))
    .join("");
}

function boldOf(text: string): string {
  return text.replace(/^#{1,6} +(.{1,200})$/gm, "*$1*").replace(/\*\*([^*\n]{1,300})\*\*/g, "*$1*");
}
