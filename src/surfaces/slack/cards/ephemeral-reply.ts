/** Tells a person in Slack something that is for them alone: where they are, or in a message to them. */
import type { webApi } from "@slack/bolt";
import { type Messages, messages } from "../render/messages.ts";
import { cutMarkup } from "../render/text.ts";
import type { People } from "./people.ts";

/** Where a person is told it, and in which language. */
export interface Ear {
  userId: string;
  channel: string | undefined;
  threadTs?: string | undefined;
  text: Messages;
}

export interface Whisper {
  earOf(place: Omit<Ear, "text">): Promise<Ear>;
  /** `lost` is what they typed in vain: they get it back. Never rejects. */
  tell(ear: Ear, words: string, lost?: string): Promise<void>;
}

export interface WhisperParts {
  client: webApi.WebClient;
  people: People;
  onWarning: (message: string) => void;
}

export function createWhisper({ client, people, onWarning }: WhisperParts): Whisper {
  return { earOf, tell };

  async function earOf({ userId, channel, threadTs }: Omit<Ear, "text">): Promise<Ear> {
    const { locale } = await people.of(userId);
    return { userId, channel, threadTs, text: messages(locale) };
  }

  async function tell({ userId, channel, threadTs, text }: Ear, words: string, lost?: string): Promise<void> {
    const kept = lost === undefined ? "" : `\n${text.keptText(cutMarkup(lost, 2_000))}`;
    const whole = `${words}${kept}`;
    try {
      if (channel === undefined) await client.chat.postMessage({ channel: userId, text: whole });
      else {
        await client.chat.postEphemeral({
          channel,
          user: userId,
          text: whole,
          ...(threadTs && { thread_ts: threadTs }),
        });
      }
    } catch (error) {
      onWarning(`A word to ${userId} did not arrive: ${(error as Error).message}`);
    }
  }
}
