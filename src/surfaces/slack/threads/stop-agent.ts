/** The Stop button of an agent that works in a thread. Whoever may answer may press it. */
import type { Click } from "../answers/clicks.ts";
import type { EphemeralReplies } from "../cards/ephemeral-reply.ts";
import type { People } from "../cards/people.ts";
import { threadWords } from "./messages.ts";
import type { Threads } from "./threads.ts";

export interface StopAgentParts {
  threads: Pick<Threads, "stop">;
  people: People;
  ephemeral: EphemeralReplies;
}

export function createStopAgent({ threads, people, ephemeral }: StopAgentParts) {
  return async (click: Click): Promise<void> => {
    const recipient = await ephemeral.recipientOf(click);
    const { userId, value } = click;
    if (!(await people.isAllowed(userId)))
      return ephemeral.tell(recipient, recipient.text.notAllowed(userId));
    const { name } = await people.of(userId);
    if (!threads.stop(value, name))
      await ephemeral.tell(recipient, threadWords(recipient.text.locale).notWorking);
  };
}
