/**
 * A long transcript with everything that goes wrong in one: every turn of it once, with its own
 * time. 3 of 1,000 lines in `npm test`, one of 50,000 in `npm run soak`.
 */
import { writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Turn } from "../../src/core/agent/agent.ts";
import { type ExpectedTurn, type LongHistory, longHistory } from "../support/long-history.ts";
import { patient } from "../support/patience.ts";
import { rounds } from "../support/rounds.ts";
import { openTurnLog, type TurnLog } from "../support/turn-log.ts";

const LINES = rounds(1_000, 50_000);
const SEEDS = rounds(3, 1);

it.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))(
  "of %j: every turn once, with no other time, nothing doubled and nothing taken back",
  { timeout: patient(60_000 + LINES * 30) },
  async (seed) => {
    const history = longHistory(seed, LINES);
    await using log = await openTurnLog();
    await play(log, history);
    const turns = await everyTurn(log);

    const { missing, surplus, recall, precision } = compared(history.turns, turns);
    console.log(
      `${history.lines} lines, ${history.turns.length} turns expected, ${turns.length} in the log: recall ${recall}, precision ${precision}`,
    );
    expect({ missing: missing.slice(0, 5), surplus: surplus.slice(0, 5) }).toEqual({
      missing: [],
      surplus: [],
    });
    expect(misjudged(history.turns, turns)).toEqual([]);
    expect(inPlace(turns)).toEqual(history.turns.filter(({ at }) => at !== null).map(wordsOf));
    expect((await log.log.agents())[0]?.state).toBe(history.endState);
  },
);

/** Hooks come when they are sent; the file is read now and then, and the program restarts. */
async function play(log: TurnLog, { happenings }: LongHistory): Promise<void> {
  const lines: string[] = [];
  for (const [index, happening] of happenings.entries()) {
    if (happening.type === "hook") await log.hear(happening.hook(log.transcriptPath));
    else if (happening.type === "line") {
      lines.push(happening.line);
      log.write(`${happening.line}\n`);
    } else {
      await log.catchUp();
      if (happening.keeps !== "all") lines.splice(0, lines.length - happening.keeps);
      writeFileSync(log.transcriptPath, lines.map((line) => `${line}\n`).join(""));
    }
    if (index % 7 === 0) await log.catchUp();
    if (index % 501 === 500) await log.restart();
  }
  await log.catchUp();
}

async function everyTurn({ log }: TurnLog): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (let before: number | undefined; ; before = turns[0]?.id) {
    const page = await log.turnPage(1, { limit: 1_000, ...(before !== undefined && { before }) });
    turns.unshift(...page.turns);
    if (!page.hasMore) return turns;
  }
}

/** A turn of a line has the line's millisecond; one that only a hook told is marked so. */
function compared(expected: readonly ExpectedTurn[], turns: readonly Turn[]) {
  const missing = subtract(expected.map(wordsOf), turns.map(wordsOfTurn));
  const surplus = subtract(turns.map(wordsOfTurn), expected.map(wordsOf));
  const found = expected.length - missing.length;
  return { missing, surplus, recall: found / expected.length, precision: found / turns.length };
}

function subtract(all: readonly string[], some: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of some) counts.set(one, (counts.get(one) ?? 0) + 1);
  return all.filter((one) => {
    const count = counts.get(one) ?? 0;
    counts.set(one, count - 1);
    return count <= 0;
  });
}

function wordsOf({ actor, text, at }: ExpectedTurn): string {
  return `${actor} ${text} @ ${at ?? "told by a hook"}`;
}

function wordsOfTurn({ actor, text, timestamp, timestampSource }: Turn): string {
  const isTold = timestampSource === "server";
  return wordsOf({ actor, text, at: isTold ? null : `${timestamp.slice(0, 23)}Z` });
}

/** What the agent said last in a run is its question or its completion, whatever came after. */
function misjudged(expected: readonly ExpectedTurn[], turns: readonly Turn[]): string[] {
  const intents = new Map(turns.map(({ text, intent }) => [text, intent]));
  return expected.flatMap(({ text, intent }) =>
    intent === undefined || intents.get(text) === intent
      ? []
      : [`${text} ${intent} became ${intents.get(text)}`],
  );
}

/** Without permissions, whose place is known only with their answer. */
function inPlace(turns: readonly Turn[]): string[] {
  return turns
    .filter(({ timestampSource }) => timestampSource === "jsonl")
    .toSorted((one, other) => (one.place ?? 0) - (other.place ?? 0))
    .map(wordsOfTurn);
}
