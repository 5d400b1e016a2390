/** Where a choice is shown first. Every surface can still answer it. */
import type { Transport } from "../../choice/request.ts";

/**
 * `prompt`: on this process's terminal; `web`: on a page; `hand_off`: by a command; `wait`: on any
 * surface the person uses.
 */
export type ShownFirst = "prompt" | "web" | "hand_off" | "wait";

export interface ShowFacts {
  requested: Transport | undefined;
  saved: Transport | undefined;
  handOff: boolean | undefined;
  handOffIsAllowed: boolean;
  hasTerminal: boolean;
}

/**
 * The request beats the saved transport. Without either, a terminal if there is one, else the web.
 */
export function shownFirst({
  requested,
  saved,
  handOff,
  handOffIsAllowed,
  hasTerminal,
}: ShowFacts): ShownFirst {
  const transport = requested ?? saved ?? (hasTerminal ? "terminal" : "web");
  if (transport === "web" && handOff !== true) return "web";
  if (transport === "terminal" && hasTerminal && handOff !== true) return "prompt";
  return handOff === false || !handOffIsAllowed ? "wait" : "hand_off";
}
