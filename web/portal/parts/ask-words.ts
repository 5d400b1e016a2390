/** An ask's title and origin, in words. */
import type { Ask } from "../../../src/core/ask/ask.ts";
import { askerName } from "../../../src/core/names.ts";
import { safeLine } from "../../../src/core/safety/safe-text.ts";
import type { Messages } from "./messages.ts";

export function titleOf({ questions }: Ask): string {
  return safeLine(questions[0]?.title ?? "");
}

export function fullTitleOf(ask: Ask, text: Messages): string {
  const more = ask.questions.length - 1;
  return more === 0 ? titleOf(ask) : `${titleOf(ask)} ${text.andMore(more)}`;
}

export function projectOf({ source }: Ask): string {
  const folder = source.workingDirectory?.split(/[\\/]/).filter(Boolean).at(-1);
  return safeLine(source.project ?? folder ?? "");
}

/** The agent's name without the digits that only programs need to tell two agents apart. */
export function agentOf({ source }: Ask): string {
  const isNamed = source.agentId !== undefined || source.client !== undefined;
  return isNamed ? safeLine(askerName(source)) : "";
}

export function originOf(ask: Ask, text: Messages): string {
  const parts = [projectOf(ask), agentOf(ask)].filter((part) => part !== "");
  return parts.length === 0 ? safeLine(text.source(ask.source.kind)) : parts.join(" · ");
}
