/**
 * Notifies people in Slack that an ask waits: a message in its card's thread that mentions those
 * who may answer.
 */
import type { webApi } from "@slack/bolt";
import type { NotifyingSurface } from "../../../desk/attention/attention.ts";
import { messages } from "../render/messages.ts";
import { ANYONE, type SlackConfig } from "../setup/config.ts";
import type { Forms } from "./form-state.ts";
import { peopleFor } from "./routing.ts";

export interface NotifyParts {
  client: webApi.WebClient;
  forms: Forms;
  /** Resolves once every card being posted has its timestamp. */
  posted: () => Promise<void>;
  config: Pick<SlackConfig, "people" | "send">;
}

// A mention of more people than this reaches nobody in particular.
const MOST_NAMES = 5;

/** False if no card was posted: the configuration does not send this ask to Slack. */
export function createNotify({
  client,
  forms,
  posted,
  config,
}: NotifyParts): NotifyingSurface["notify"] {
  return async (ask, step) => {
    await posted();
    const copies = (forms.get(ask.id)?.copies ?? []).filter((copy) => copy.messages.length > 0);
    await Promise.all(
      copies.map(({ channel, threadTs, messages: [first], locale }) =>
        client.chat.postMessage({
          channel,
          thread_ts: threadTs ?? first ?? "",
          text:
            mentionsOf(peopleFor(ask, config)) +
            messages(locale).stillWaiting(step.kind === "reminder"),
        }),
      ),
    );
    return copies.length > 0;
  };
}

export function mentionsOf(people: readonly string[]): string {
  return people
    .filter((id) => id !== ANYONE)
    .slice(0, MOST_NAMES)
    .map((id) => `<@${id}> `)
    .join("");
}
