/**
 * Tells the person who decided in Slack that the agent did something else: once, in the thread of
 * the card, where a mention reaches them later too.
 */
import type { webApi } from "@slack/bolt";
import type { SettledAsk } from "../../../core/ask/ask.ts";
import { isUnused, wordEffect } from "../../../core/ask/effect-words.ts";
import { messages } from "../render/messages.ts";
import { inMarkup } from "../render/settled.ts";
import { titleIn } from "../render/title.ts";
import type { Copy, Forms, PendingForm } from "./form-state.ts";

export interface TellUnusedParts {
  client: webApi.WebClient;
  forms: Forms;
}

export function createTellUnused({ client, forms }: TellUnusedParts) {
  return tellUnused;

  async function tellUnused(ask: SettledAsk): Promise<void> {
    const form = forms.get(ask.id);
    const copy = form?.copies.find(({ messages: posted }) => posted.length > 0);
    if (copy === undefined || form?.decider === undefined || !isToTell(ask, form)) return;
    const { decider } = form;
    // Noted first: told twice is worse than told by the card alone.
    await forms.change(ask.id, (kept) => ({ ...kept, decider: { ...decider, isTold: true } }));
    await client.chat.postMessage({
      channel: copy.channel,
      thread_ts: copy.threadTs ?? copy.messages[0] ?? "",
      text: wordsFor(ask, decider.userId, copy),
    });
  }
}

/** The name keeps it from a person who pressed a button after somebody else had decided. */
function isToTell(ask: SettledAsk, { decider }: PendingForm): boolean {
  const { surface, who } = ask.outcome.provenance;
  return isUnused(ask) && surface === "slack" && decider?.who === who && !decider?.isTold;
}

function wordsFor(ask: SettledAsk, userId: string, { locale }: Copy): string {
  const title = titleIn(ask, locale, 80);
  return messages(locale).unused(userId, title, inMarkup(wordEffect(ask, locale) ?? ""));
}
