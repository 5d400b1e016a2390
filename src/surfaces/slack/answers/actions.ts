/**
 * What people do with cards: clicks, windows and typed replies. Each takes effect once, even if
 * Slack sends it again.
 */
import type { webApi } from "@slack/bolt";
import type { Ask } from "../../../core/ask/ask.ts";
import type { Desk } from "../../../desk/desk.ts";
import type { Cards } from "../cards/cards.ts";
import { createEphemeralReplies } from "../cards/ephemeral-reply.ts";
import type { Forms } from "../cards/form-state.ts";
import type { People } from "../cards/people.ts";
import { type Click, createClicks } from "./clicks.ts";
import { createDecide } from "./decide.ts";
import { createTypedAnswers, type TypedAnswers } from "./typed-answers.ts";

export interface Actions extends TypedAnswers {
  click(click: Click): Promise<void>;
}

export interface ActionsParts {
  client: webApi.WebClient;
  desk: Desk;
  forms: Forms;
  cards: Cards;
  people: People;
  known: (id: string) => Ask | undefined;
  onWarning: (message: string) => void;
}

export function createActions({
  client,
  desk,
  forms,
  cards,
  people,
  known,
  onWarning,
}: ActionsParts): Actions {
  const ephemeral = createEphemeralReplies({ client, people, onWarning });
  const decide = createDecide({ desk, forms, cards, people, ephemeral, onWarning });
  return {
    ...createClicks({ client, forms, cards, people, known, decide, ephemeral, onWarning }),
    ...createTypedAnswers({ forms, people, decide, ephemeral }),
  };
}
