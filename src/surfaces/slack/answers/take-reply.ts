/** What a typed reply does once it is certain: it fills in the form, settles the ask, or neither. */
import type { Ask } from "../../../core/ask/ask.ts";
import { type FormState, progress, reduceForm } from "../../../core/ask/form.ts";
import type { EphemeralReplies, Recipient } from "../cards/ephemeral-reply.ts";
import { cutMarkup, line } from "../render/text.ts";
import type { Decide } from "./decide.ts";
import { isComplete } from "./form-moves.ts";
import type { TypedReply } from "./typed-reply.ts";

export type TakeReply = (ask: Ask, read: TypedReply, recipient: Recipient) => Promise<void>;

export interface TakeReplyParts {
  decide: Decide;
  ephemeral: EphemeralReplies;
}

export function createTakeReply({ decide, ephemeral: { tell } }: TakeReplyParts): TakeReply {
  return async (ask, read, recipient) => {
    const { text } = recipient;
    switch (read.kind) {
      case "cancel":
        return decide.cancel(ask, recipient);
      case "ambiguous": {
        const labels = read.candidates.map(({ label }) => cutMarkup(line(label), 75));
        return tell(recipient, text.ambiguous(labels.join(", ")));
      }
      case "refused":
        return tell(recipient, text.refusal(read.refusal));
      case "unclear":
        return tell(recipient, text.unclear);
      case "filled":
        return fill(ask, read.form, recipient);
    }
  };

  async function fill(ask: Ask, form: FormState, recipient: Recipient) {
    if (isComplete(form))
      return decide.answer(ask, reduceForm(form, { type: "submit" }), recipient);
    const { answered, total } = progress(form);
    await decide.keepForm(ask, form);
    await tell(recipient, recipient.text.noted(answered, total));
  }
}
