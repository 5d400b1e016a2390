/**
 * Tells one person in Slack something that only they see: in the channel they are in, or in a
 * direct message.
 */
import type { webApi } from "@slack/bolt";
import { type Messages, messages } from "../render/messages.ts";
import { type Block, cutMarkup } from "../render/text.ts";
import type { People } from "./people.ts";

/** Who is told, where, and in which language. */
export interface Recipient {
  userId: string;
  channel: string | undefined;
  threadTs?: string | undefined;
  text: Messages;
}

export interface EphemeralReplies {
  recipientOf(place: Omit<Recipient, "text">): Promise<Recipient>;
  /** `lost` is text that the person typed in vain; they get it back. Never rejects. */
  tell(recipient: Recipient, words: string, lost?: string): Promise<void>;
  /** Shows them a message with buttons. `text` is for notifications. Never rejects. */
  show(recipient: Recipient, text: string, blocks: Block[]): Promise<void>;
}

export interface EphemeralRepliesParts {
  client: webApi.WebClient;
  people: People;
  onWarning: (message: string) => void;
}

export function createEphemeralReplies({
  client,
  people,
  onWarning,
}: EphemeralRepliesParts): EphemeralReplies {
  return { recipientOf, tell, show };

  async function recipientOf({
    userId,
    channel,
    threadTs,
  }: Omit<Recipient, "text">): Promise<Recipient> {
    const { locale } = await people.of(userId);
    return { userId, channel, threadTs, text: messages(locale) };
  }

  async function tell(recipient: Recipient, words: string, lost?: string): Promise<void> {
    const kept = lost === undefined ? "" : `\n${recipient.text.keptText(cutMarkup(lost, 2_000))}`;
    await post(recipient, `${words}${kept}`);
  }

  function show(recipient: Recipient, text: string, blocks: Block[]): Promise<void> {
    return post(recipient, text, blocks);
  }

  async function post({ userId, channel, threadTs }: Recipient, text: string, blocks?: Block[]) {
    const message = { text, ...(blocks && { blocks }) };
    try {
      if (channel === undefined) await client.chat.postMessage({ channel: userId, ...message });
      else {
        await client.chat.postEphemeral({
          channel,
          user: userId,
          ...message,
          ...(threadTs && { thread_ts: threadTs }),
        });
      }
    } catch (error) {
      onWarning(`A word to ${userId} did not arrive: ${(error as Error).message}`);
    }
  }
}
