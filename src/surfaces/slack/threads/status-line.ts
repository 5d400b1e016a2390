/** What stands around an agent's words in a thread: who it is, what it does now, and Stop. Pure. */
import { basename } from "node:path";
import type { Doing } from "../../../agents/clients/claude-code/headless-reply.ts";
import type { Locale } from "../../../core/locale.ts";
import type { SlackMessage } from "../render/card.ts";
import { type Activity, replyMessages } from "../render/reply.ts";
import { cut, label, line, plain, remark } from "../render/text.ts";
import { threadWords } from "./messages.ts";

/** The agent works: what it does now, if that is known, and the thread whose Stop button it has. */
export interface Working {
  doing: Doing | null;
  /** Null where it cannot be stopped from here. */
  stopKey: string | null;
}

export type Status = Activity | Working;

export const STOP_ACTION = "stop_agent";

const LONGEST_ABOUT = 80;
const LONGEST_SIGN = 200;

/** As `replyMessages`, with the first line of the thread above and the status below. */
export function statusMessages(
  said: string,
  status: Status,
  { locale, head = null }: { locale: Locale; head?: string | null },
): SlackMessage[] {
  const isWorking = isWorkingStatus(status);
  if (said.trim() === "" && status === null && head !== null)
    return [{ text: head, blocks: [remark(head)] }];
  const all = replyMessages(said, isWorking ? "working" : status, locale);
  return all.map((message, at) => {
    const blocks = at === 0 && head !== null ? [remark(head), ...message.blocks] : message.blocks;
    if (!isWorking || at < all.length - 1) return { ...message, blocks };
    return { ...message, blocks: [...blocks.slice(0, -1), ...workingBlocks(status, locale)] };
  });
}

function isWorkingStatus(status: Status): status is Working {
  return typeof status === "object" && status !== null && "stopKey" in status;
}

function workingBlocks({ doing, stopKey }: Working, locale: Locale): SlackMessage["blocks"] {
  const say = threadWords(locale);
  const now = doing === null ? say.working : say.doing(doingInWords(doing));
  const sign = { type: "context" as const, elements: [plain(`⏳ ${now}`, LONGEST_SIGN)] };
  if (stopKey === null) return [sign];
  const stop = {
    type: "button" as const,
    action_id: STOP_ACTION,
    text: label(say.stop, 75),
    value: stopKey,
  };
  return [sign, { type: "actions", elements: [stop] }];
}

/** A path is named by its file alone: the line has little room. Stars of a command stay stars. */
function doingInWords({ tool, about }: Doing): string {
  const words = about.startsWith("/") && !/\s/.test(about) ? basename(about) : about;
  const name = cut(line(tool), 40);
  return words === "" ? name : `${name} · ${cut(line(words), LONGEST_ABOUT)}`;
}
