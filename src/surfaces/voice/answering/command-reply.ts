/**
 * A reply to a command: what is said, its outcome, and null for all data that this outcome does not
 * have.
 */

import type { CommandOutcome, CommandReply, Speakable } from "../wire/wire.ts";
import type { Asker } from "./asker.ts";

type Data = Partial<Omit<CommandReply, keyof Speakable | "outcome">>;

export function reply(
  outcome: CommandOutcome,
  about: Asker | null,
  { status_line, results, next_action, ...data }: Speakable & Data,
): CommandReply {
  return {
    ...{ status_line, results, next_action, outcome },
    agent_id: about?.agent_id ?? null,
    project_name: about?.project_name ?? null,
    state: about?.state ?? null,
    ...{
      ask_id: null,
      turn_id: null,
      delivery: null,
      question: null,
      candidates: null,
      confirmation: null,
      agents: null,
      asks: null,
    },
    ...data,
  };
}
