/** 👀 on a message that waits in line: its writer sees that it was taken. */
import type { webApi } from "@slack/bolt";
import { codeOf } from "../cards/cards.ts";

export interface WaitingMarks {
  /** `id`: the message's channel and timestamp, with a space between. */
  add(id: string): void;
  remove(id: string): void;
}

const NAME = "eyes";
// The mark is there already, or gone with its message.
const AS_WANTED = new Set(["already_reacted", "no_reaction", "message_not_found"]);

export function createWaitingMarks({
  client,
  onWarning,
}: {
  client: webApi.WebClient;
  onWarning: (message: string) => void;
}): WaitingMarks {
  let hasWarned = false;
  return {
    add: (id) => void client.reactions.add(at(id)).catch(failed),
    remove: (id) => void client.reactions.remove(at(id)).catch(failed),
  };

  function at(id: string) {
    const [channel = "", timestamp = ""] = id.split(" ");
    return { channel, timestamp, name: NAME };
  }

  /** An app without the right to react is told of once: the conversation works as well. */
  function failed(error: Error) {
    if (hasWarned || AS_WANTED.has(codeOf(error))) return;
    hasWarned = true;
    onWarning(`A message that waits could not be marked: ${error.message}`);
  }
}
