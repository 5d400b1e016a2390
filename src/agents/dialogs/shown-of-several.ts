/**
 * Which of several open dialogs Claude Code's screen shows. It shows one after the other, and says in the title's line how
 * far it has come: "2 of 3". Pure.
 */
import type { ToolCall } from "../events.ts";

export interface Shown<Call> {
  /** Counted from 1, over the dialogs that are or were open together. */
  place: number;
  call: Call;
}

/** Null where no such dialog is on the screen, or it could be more than one of these. */
export function shownOfSeveral<Call extends Pick<ToolCall, "input">>(
  screen: string,
  calls: readonly Call[],
): Shown<Call> | null {
  const dialog = dialogOn(screen);
  if (dialog === null) return null;
  const said = calls.map((call) => wordsIn(call.input));
  const found = calls.flatMap((call, index) => {
    const others = new Set(said.filter((_, other) => other !== index).flat());
    const own = said[index]?.filter((words) => !others.has(words) && dialog.words.includes(words)) ?? [];
    const [longest] = own.sort((one, other) => other.length - one.length);
    return longest === undefined ? [] : [{ call, longest }];
  });
  // What is a part of the other's words is on the screen with them.
  const [shown] = found.filter(({ longest }) => found.every((other) => longest.includes(other.longest)));
  return shown === undefined ? null : { place: dialog.place, call: shown.call };
}

const RULE = /^─{10,}$/;
const TITLE = /^ \S.* (\d+) of \d+$/;
// Fewer letters may be anywhere.
const FEWEST_LETTERS = 4;

function dialogOn(screen: string): { place: number; words: string } | null {
  const lines = screen.split("\n").map((line) => line.trimEnd());
  const top = lines.findLastIndex((line, index) => RULE.test(line) && TITLE.test(lines[index + 1] ?? ""));
  const [, place] = TITLE.exec(lines[top + 1] ?? "") ?? [];
  return top === -1 ? null : { place: Number(place), words: lettersOf(lines.slice(top + 2).join("\n")) };
}

/** The texts of a call's input as a screen has them, however it breaks its lines. */
function wordsIn(value: unknown): string[] {
  if (typeof value === "string") return [lettersOf(value)].filter(({ length }) => length >= FEWEST_LETTERS);
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(wordsIn) : [];
}

function lettersOf(text: string): string {
  return text.replace(/[\s│]+/g, "");
}
