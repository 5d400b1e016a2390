/**
 * What people do with cards: clicks, windows and typed replies. Each takes effect once, even if
 * Slack sends it again.
 */
import type { webApi } from "@slack/bolt";
import type { Ask } from "../../../core/ask/ask.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { Cards } from "../cards/cards.ts";
import { createEphemeralReplies, type EphemeralReplies } from "../cards/ephemeral-reply.ts";
import type { Forms } from "../cards/form-state.ts";
import type { People } from "../cards/people.ts";
import { type Click, createClicks } from "./clicks.ts";
import { createConfirmations } from "./confirm-words.ts";
import { createDecide } from "./decide.ts";
import { createTakeReply } from "./take-reply.ts";
import { createTypedAnswers, type TypedAnswers } from "./typed-answers.ts";
import type { Unsent } from "./unsent.ts";

export interface Actions extends TypedAnswers, Pick<EphemeralReplies, "recipientOf" | "tell"> {
  click(click: Click): Promise<void>;
}

export interface ActionsParts {
  client: webApi.WebClient;
  desk: Desk;
  forms: Forms;
  cards: Cards;
  people: People;
  unsent: Unsent;
  /** The address of an ask's page, without a code; null if there is none to give. */
  pageOf: (ask: Ask) => string | null;
  known: (id: string) => Ask | undefined;
  onWarning: (message: string) => void;
}

export function createActions({
  client,
  desk,
  forms,
  cards,
  people,
  unsent,
  pageOf,
  known,
  onWarning,
}: ActionsParts): Actions {
  const ephemeral = createEphemeralReplies({ client, people, onWarning });
  const decide = createDecide({ desk, forms, cards, people, ephemeral, pageOf, onWarning });
  const takeReply = createTakeReply({ decide, ephemeral });
  const shared = { forms, people, decide, ephemeral };
  const confirmations = createConfirmations({ ...shared, unsent, takeReply });
  return {
    ...createClicks({ ...shared, client, cards, known, confirmations, onWarning }),
    ...createTypedAnswers({ ...shared, confirmations, takeReply }),
    recipientOf: ephemeral.recipientOf,
    tell: ephemeral.tell,
  };
}
