/** Tells in Slack that an ask waits: a word under its card, to those who may answer it. */
import type { webApi } from "@slack/bolt";
import type { NotifyingSurface } from "../../../desk/attention/attention.ts";
import { messages } from "../render/messages.ts";
import type { SlackConfig } from "../setup/config.ts";
import type { Forms } from "./form-state.ts";

export interface NotifyParts {
  client: webApi.WebClient;
  forms: Forms;
  /** When every card that is on its way is known by its message. */
  posted: () => Promise<void>;
  config: Pick<SlackConfig, "people">;
}

// More names than this reach nobody in particular.
const MOST_NAMES = 5;

/** False where no card was sent: nobody there was asked, and who is asked is configured. */
export function createNotify({
  client,
  forms,
  posted,
  config,
}: NotifyParts): NotifyingSurface["notify"] {
  return async (ask, step) => {
    await posted();
    const copies = (forms.get(ask.id)?.copies ?? []).filter((copy) => copy.messages.length > 0);
    const names =
      config.people === "anyone" ? [] : config.people.slice(0, MOST_NAMES).map((id) => `<@${id}> `);
    await Promise.all(
      copies.map(({ channel, threadTs, messages: [first], locale }) =>
        client.chat.postMessage({
          channel,
          thread_ts: threadTs ?? first ?? "",
          text: names.join("") + messages(locale).stillWaiting(step.kind === "reminder"),
        }),
      ),
    );
    return copies.length > 0;
  };
}
