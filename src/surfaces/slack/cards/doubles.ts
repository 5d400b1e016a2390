/**
 * Posts that may stand in Slack although nobody wrote them down: found before a message is posted
 * again, and taken away where it was. Slack is asked only where a post was neither confirmed nor
 * refused.
 */
import type { webApi } from "@slack/bolt";
import type { Ask } from "../../../core/ask/ask.ts";
import { findPosted, type PostedMessage } from "./find-posted.ts";
import { type Copy, type Forms, messagesOf } from "./form-state.ts";

export interface Doubles {
  /** The copy with the messages that did arrive, and whose record is uncertain from now on. */
  takeUp(ask: Ask, copy: Copy): Promise<Copy>;
  /** Takes away what is not on record. Returns the copy, which is certain now. */
  remove(ask: Ask, copy: Copy): Promise<Copy>;
  /** Slack refused the last post there, so that it certainly did not arrive. */
  noteRefusal(ask: Ask, place: string, isRefused: boolean): void;
}

export interface DoublesParts {
  client: webApi.WebClient;
  forms: Pick<Forms, "get">;
  onWarning: (message: string) => void;
}

export function createDoubles({ client, forms, onWarning }: DoublesParts): Doubles {
  const refused = new Set<string>();
  return { takeUp, remove, noteRefusal };

  async function takeUp(ask: Ask, copy: Copy): Promise<Copy> {
    if (refused.has(`${ask.id} ${copy.place}`)) return copy;
    const messages = [...copy.messages];
    for (const { page, ts } of await unknownIn(ask, copy))
      if (page === messages.length) messages.push(ts);
    return { ...copy, messages, isUncertain: true };
  }

  async function remove(ask: Ask, copy: Copy): Promise<Copy> {
    for (const { ts } of await unknownIn(ask, copy))
      await client.chat
        .delete({ channel: copy.channel, ts })
        .catch((error: Error) => onWarning(`A double card stays in Slack: ${error.message}`));
    return { ...copy, isUncertain: false };
  }

  function noteRefusal({ id }: Ask, place: string, isRefused: boolean) {
    refused[isRefused ? "add" : "delete"](`${id} ${place}`);
  }

  /** None if Slack does not let us look. */
  async function unknownIn(ask: Ask, copy: Copy): Promise<PostedMessage[]> {
    const form = forms.get(ask.id);
    const since = new Date(form?.createdAt ?? ask.createdAt);
    const { channel, threadTs, isText } = copy;
    try {
      const all = await findPosted(client, { askId: ask.id, channel, threadTs, since, isText });
      const known = new Set((forms.get(ask.id)?.copies ?? []).flatMap(messagesOf));
      return all.filter(({ ts }) => !known.has(ts));
    } catch (error) {
      onWarning(`Slack did not say whether a card arrived: ${(error as Error).message}`);
      return [];
    }
  }
}
