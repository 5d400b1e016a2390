/**
 * Past decisions: which settled asks match a search, in which order, and each of them in one line.
 */

import { askerName } from "../names.ts";
import { safeLine } from "../safety/safe-text.ts";
import type { Reply } from "./answer.ts";
import type { Ask, Outcome, Provenance, SettledAsk } from "./ask.ts";
import type { Question } from "./question.ts";
import { rowTitle } from "./row-title.ts";

/** One settled ask as a row of any surface. Its texts are on one line and safe to show. */
export interface HistoryLine {
  id: string;
  status: Outcome["status"];
  title: string;
  /** How many questions there are besides the one in the title. */
  moreQuestions: number;
  project: string | undefined;
  /** The agent's name if known, else the kind of source. */
  agent: string;
  /** The chosen labels, the typed text or the reason given; empty if there is none. */
  said: string;
  by: Provenance["by"];
  who: string | undefined;
  surface: string;
  settledAt: string;
}

export function historyLine(ask: SettledAsk): HistoryLine {
  const { source, questions, outcome } = ask;
  const { by, who, surface, at } = outcome.provenance;
  return {
    id: ask.id,
    status: outcome.status,
    title: rowTitle(ask),
    moreQuestions: questions.length - 1,
    project: source.project === undefined ? undefined : safeLine(source.project),
    agent: safeLine(askerName(source)),
    said: safeLine(said(questions, outcome).join(", ").slice(0, LONGEST_SAID)),
    by,
    who: who === undefined ? undefined : safeLine(who),
    surface: safeLine(surface),
    settledAt: at,
  };
}

// Longer than any row shows, and short enough to make safe for ten thousand rows.
const LONGEST_SAID = 500;

/**
 * Settled asks, the last settled first, however long each had been open. Pending asks are left out.
 */
export function historyOf(asks: readonly Ask[]): SettledAsk[] {
  const settled = asks.filter((ask): ask is SettledAsk => ask.outcome !== null);
  return settled.sort((one, other) =>
    compare(other.outcome.provenance.at, one.outcome.provenance.at),
  );
}

/** Splits a search into the words that `matchesSearch` expects. */
export function searchWords(text: string): string[] {
  return comparable(text).split(/\s+/).filter(Boolean);
}

/**
 * Whether every word occurs somewhere in `searchableText`. Case makes no difference, nor does the way
 * a program composes its Hangul.
 */
export function matchesSearch(ask: Ask, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  // A search word contains no white space, so a match never spans two texts.
  const text = comparable(searchableText(ask));
  return words.every((word) => text.includes(word));
}

/**
 * What a search looks through: titles, prompts and the context, the project, the agent, what was
 * chosen, typed, noted or asked back, the reason given, and who decided. Not what was only offered.
 */
export function searchableText(ask: Ask): string {
  const { source, questions, outcome } = ask;
  const asked = questions.flatMap(({ title, prompt }) => [title, prompt]);
  const from = [
    source.project,
    source.agentId,
    askerName(source),
    source.kind,
    outcome?.provenance.who,
  ];
  return [
    ...[...asked, ask.context, ...from, ask.effect?.answer],
    ...(outcome === null ? [] : said(questions, outcome)),
  ]
    .filter(Boolean)
    .join("\n");
}

function said(questions: readonly Question[], outcome: Outcome): string[] {
  switch (outcome.status) {
    case "completed":
      return wordsOf(questions, outcome.reply);
    case "rejected": {
      const asksBack = outcome.askBack?.map(({ text }) => text).filter((text) => text !== "") ?? [];
      // The reason repeats the words of a rejection that asks back.
      const words = outcome.rejectionReason === null ? asksBack : [outcome.rejectionReason];
      return outcome.reply === undefined ? words : [...words, ...wordsOf(questions, outcome.reply)];
    }
    case "timed_out":
      return outcome.reply === undefined ? [] : wordsOf(questions, outcome.reply);
    case "abandoned":
      return outcome.detail === undefined ? [] : [outcome.detail];
  }
}

function wordsOf(questions: readonly Question[], { answers, globalNote }: Reply): string[] {
  const chosen = questions.flatMap(({ options }, index) => {
    const { optionIds = [], customText, optionNotes = {}, editedInput } = answers[index] ?? {};
    const labels = options.filter(({ id }) => optionIds.includes(id)).map(({ label }) => label);
    const edited = editedInput === undefined ? undefined : JSON.stringify(editedInput);
    return [...labels, customText, ...Object.values(optionNotes), edited];
  });
  return [...chosen, globalNote].filter(
    (words): words is string => words !== undefined && words !== "",
  );
}

/** Text folded for comparison in a search. */
export function comparable(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}
