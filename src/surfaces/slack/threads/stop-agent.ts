/** The Stop button of an agent that works in a thread. Whoever may answer may press it. */
import { detailIn } from "../../../core/agent/delivery-words.ts";
import type { Click } from "../answers/clicks.ts";
import type { EphemeralReplies } from "../cards/ephemeral-reply.ts";
import type { People } from "../cards/people.ts";
import { cutMarkup } from "../render/text.ts";
import { threadWords } from "./messages.ts";
import type { Threads } from "./threads.ts";

const LONGEST_WHY = 500;

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
    const stopped = await threads.stop(value, name);
    if (stopped === "stopped") return;
    const say = threadWords(recipient.text.locale);
    const why = stopped === "not_working" ? say.notWorking : say.notStopped(whyIn(stopped));
    await ephemeral.tell(recipient, why);

    function whyIn({ failure }: { failure: string }) {
      return cutMarkup(detailIn(recipient.text.locale, failure), LONGEST_WHY);
    }
  };
}
