/**
 * A conversation as it is shown: what was said, and between that the agent's work folded to one
 * line. Pure.
 */
import type { Step } from "../../src/agents/conversation/steps.ts";

export type { ChangedFile, Step } from "../../src/agents/conversation/steps.ts";

export interface Said {
  id: number;
  by: "me" | "agent";
  intent: string;
  text: string;
  /** ISO 8601 in UTC. */
  at: string;
}

/** Words on the way or a tool call. */
export type Work<Turn extends Said> = { turn: Turn } | { step: Step };
export type Part<Turn extends Said> = { turn: Turn } | { work: Work<Turn>[] };

const isWord = ({ kind }: Step) => kind === "said" || kind === "prompt";

/**
 * What the agent said and did on its way folds once something else is said. The last of its words
 * stays to be read while it goes on, and a single word needs no fold.
 */
export function partsOf<Turn extends Said>(
  turns: readonly Turn[],
  steps: readonly Step[],
): Part<Turn>[] {
  const parts: Part<Turn>[] = [];
  for (const one of inOrder(turns, steps)) {
    const last = parts.at(-1);
    if ("turn" in one && one.turn.intent !== "PROGRESS") parts.push(one);
    else if (last !== undefined && "work" in last) last.work.push(one);
    else parts.push({ work: [one] });
  }
  const end = parts.at(-1);
  return parts.flatMap((part) => {
    if (!("work" in part)) return [part];
    const last = part.work.at(-1);
    const stays = part === end && last !== undefined && "turn" in last ? [last] : [];
    const rest = part.work.slice(0, part.work.length - stays.length);
    const isMereWord = rest.length === 1 && rest[0] !== undefined && "turn" in rest[0];
    if (isMereWord) return [...(rest as { turn: Turn }[]), ...stays];
    return rest.length === 0 ? stays : [{ work: rest }, ...stays];
  });
}

/** Calls stand after what was said before them; what was said is in the turns already. */
function inOrder<Turn extends Said>(turns: readonly Turn[], steps: readonly Step[]): Work<Turn>[] {
  const all: Work<Turn>[] = turns.map((turn) => ({ turn }));
  const [oldest] = turns;
  for (const step of steps) {
    const { at } = step;
    if (isWord(step) || at === null || (oldest !== undefined && at < oldest.at)) continue;
    const isBefore = (one: Work<Turn>) => ("turn" in one ? one.turn.at : (one.step.at ?? "")) <= at;
    all.splice(all.findLastIndex(isBefore) + 1, 0, { step });
  }
  return all;
}

export interface WorkSum {
  count: number;
  /** Whole minutes from the first to the last; 0 where they are not known or fewer. */
  minutes: number;
  added: number;
  removed: number;
}

export function sumOf(work: readonly Work<Said>[]): WorkSum {
  const times = work.flatMap((one) => ("turn" in one ? one.turn.at : (one.step.at ?? [])));
  const [first = "", last = ""] = [times.at(0), times.at(-1)];
  const written = work.flatMap((one) =>
    "step" in one && !one.step.hasFailed && !one.step.isOpen ? [one.step] : [],
  );
  return {
    count: work.length,
    minutes: Math.max(0, Math.round((Date.parse(last) - Date.parse(first)) / 60_000)) || 0,
    ...linesIn(written),
  };
}

export function linesIn(changes: readonly { added?: number; removed?: number }[]) {
  const sum = (of: "added" | "removed") =>
    changes.reduce((total, change) => total + (change[of] ?? 0), 0);
  return { added: sum("added"), removed: sum("removed") };
}
