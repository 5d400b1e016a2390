/**
 * Finds out which of an agent's open dialogs is on Claude Code's screen. Claude Code shows several
 * dialogs one after the other. Its title line says how far it has come, "2 of 3", and whether a
 * sub-agent asks. Pure.
 */
import type { EventHead, ToolCall } from "../../../core/agent/agent-event.ts";

export interface Shown<Call> {
  /** Counted from 1 over the dialogs that are or were open together; 0 if there is only one. */
  place: number;
  /** How many dialogs the client still has to show, this one included. */
  left: number;
  call: Call;
}

/** Null if no such dialog is on the screen, or if it could be more than one of these. */
export function shownOf<Call extends Pick<ToolCall, "input"> & Pick<EventHead, "subagentId">>(
  screen: string,
  all: readonly Call[],
): Shown<Call> | null {
  const dialog = dialogOn(screen);
  if (dialog === null) return null;
  const calls = all.filter(({ subagentId }) => (subagentId !== null) === dialog.isSubagents);
  const said = calls.map((call) => wordsIn(call.input));
  const found = calls.flatMap((call, index) => {
    const others = new Set(said.filter((_, other) => other !== index).flat());
    const own =
      said[index]?.filter((words) => !others.has(words) && dialog.words.includes(words)) ?? [];
    const [longest] = own.sort((one, other) => other.length - one.length);
    return longest === undefined ? [] : [{ call, longest }];
  });
  // If one call's text is part of another's, both are found; the longer text decides.
  const [shown] = found.filter(({ longest }) =>
    found.every((other) => longest.includes(other.longest)),
  );
  return shown === undefined ? null : { place: dialog.place, left: dialog.left, call: shown.call };
}

const RULE = /^─{10,}$/;
const TITLE = /^ \S.*?(?<subagents> · from the \S.* agent)?(?: +(?<place>\d+) of (?<total>\d+))?$/;
const CHOICE = /^ *❯? *1\. /m;
// Shorter texts may occur anywhere on a screen.
const FEWEST_LETTERS = 4;

interface OnScreen {
  place: number;
  left: number;
  isSubagents: boolean;
  words: string;
}

function dialogOn(screen: string): OnScreen | null {
  const lines = screen.split("\n").map((line) => line.trimEnd());
  const top = lines.findLastIndex((line) => RULE.test(line));
  const { subagents, place = 0, total = 0 } = TITLE.exec(lines[top + 1] ?? "")?.groups ?? {};
  const below = lines.slice(top + 2).join("\n");
  if (top === -1 || !CHOICE.test(below)) return null;
  const left = Number(place) === 0 ? 1 : Number(total) - Number(place) + 1;
  return {
    place: Number(place),
    left,
    isSubagents: subagents !== undefined,
    words: lettersOf(below),
  };
}

/** The texts of a call's input without white space, since a screen wraps lines anywhere. */
function wordsIn(value: unknown): string[] {
  if (typeof value === "string")
    return [lettersOf(value)].filter(({ length }) => length >= FEWEST_LETTERS);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}

function lettersOf(text: string): string {
  return text.replace(/[\s│]+/g, "");
}
