/** The Home tab: what waits for one person with its buttons, and what they want to know. Pure. */
import type { types } from "@slack/bolt";
import type { AgentLine } from "../../../agents/roster.ts";
import { stateInWords } from "../../../core/agent/failure-words.ts";
import type { Ask, SettledAsk } from "../../../core/ask/ask.ts";
import { historyLine } from "../../../core/ask/history.ts";
import type { Locale } from "../../../core/locale.ts";
import { agentName } from "../../../core/names.ts";
import { cardMessages } from "../render/card.ts";
import { hindranceInWords } from "../render/hindrance.ts";
import { LIMITS, ROOM } from "../render/limits.ts";
import { inLanguage } from "../render/localized.ts";
import { wordsOf } from "../render/markdown.ts";
import { messages } from "../render/messages.ts";
import { verdictOn } from "../render/settled.ts";
import {
  type Block,
  cutMarkup,
  label,
  line,
  plain,
  remark,
  section,
  unmarked,
} from "../render/text.ts";
import { titleIn } from "../render/title.ts";
import { type HomeWords, homeWords } from "./home-words.ts";
import type { InboxFacts, OpenAsk } from "./inbox-facts.ts";

export const HOME = { away: "askline_away", back: "askline_back", open: "askline_open" } as const;

export interface HomeFacts extends InboxFacts {
  locale: Locale;
  /** The workspace's address, for links to cards. */
  workspaceUrl: string;
  /** The address of an ask's page, without a code; null if there is none to give. */
  pageOf: (ask: Ask) => string | null;
  /** Whether this person is named as one who may answer, and so may be away. */
  isNamed: boolean;
  now: Date;
}

// What stands below the questions: agents, whereabouts, decisions.
const REST_BLOCKS = 30;
const REST_ROOM = 3_000;
const SHORT_ROOM = 400;
const MOST_AGENTS = 8;
export const AWAY_HOURS = 2;

export function homeView(facts: HomeFacts): types.HomeView {
  const words = homeWords(facts.locale);
  return {
    type: "home",
    blocks: [
      ...openBlocks(facts, words),
      { type: "divider" },
      ...agentBlocks(facts, words),
      ...presenceBlocks(facts, words),
      ...decisionBlocks(facts, words),
    ].slice(0, LIMITS.modalBlocks),
  };
}

/** For a person who may not answer. */
export function strangersView(userId: string, locale: Locale): types.HomeView {
  return { type: "home", blocks: [section(plain(messages(locale).notAllowed(userId), 3_000))] };
}

function openBlocks(facts: HomeFacts, words: HomeWords): Block[] {
  const { asks } = facts;
  const blocks: Block[] = [heading(words.open(asks.length))];
  if (asks.length === 0) return [...blocks, remark(words.nothingOpen)];
  let room = ROOM - REST_ROOM;
  for (const [at, open] of asks.entries()) {
    const whole = wholeAsk(open, facts);
    const isFit = fits(whole, LIMITS.modalBlocks - REST_BLOCKS - blocks.length, room);
    const shown = isFit ? whole : shortAsk(open, facts, words);
    const left = LIMITS.modalBlocks - REST_BLOCKS - blocks.length;
    if (!fits(shown, left, room)) return [...blocks, remark(words.more(asks.length - at))];
    room -= lengthOf(shown);
    blocks.push(...(at > 0 ? [{ type: "divider" as const }] : []), ...shown);
  }
  return blocks;
}

function fits(blocks: Block[], most: number, room: number): boolean {
  return blocks.length + 2 <= most && lengthOf(blocks) <= room;
}

/** The card itself: the same buttons with the same meaning. */
function wholeAsk({ ask, form }: OpenAsk, { locale, pageOf }: HomeFacts): Block[] {
  const view = { ask, form, locale, page: pageOf(ask), isInThread: false };
  return cardMessages(view).flatMap(({ blocks }) => blocks);
}

function shortAsk(
  { ask, card }: OpenAsk,
  { workspaceUrl, locale, pageOf }: HomeFacts,
  words: HomeWords,
): Block[] {
  const project = line(ask.source.project ?? "").replace(/^·$/, "");
  const from = cutMarkup(messages(locale).questionFrom(project), 100);
  const text = `${from}: ${titleIn(ask, locale, SHORT_ROOM - 120)}`;
  const page = pageOf(ask);
  const hindrance = hindranceInWords(ask, messages(locale), page);
  // Its card cannot allow it either.
  const url = (card === null || hindrance !== null ? null : linkTo(workspaceUrl, card)) ?? page;
  return [
    section(
      { type: "mrkdwn", text, verbatim: true },
      url === null ? undefined : linkButton(words.openAsk, url),
    ),
    remark(hindrance ?? words.tooLong),
  ];
}

function linkTo(workspaceUrl: string, { channel, ts }: { channel: string; ts: string }) {
  if (!workspaceUrl.startsWith("https://")) return null;
  return `${workspaceUrl.replace(/\/$/, "")}/archives/${channel}/p${ts.replace(".", "")}`;
}

export function linkButton(words: string, url: string): types.Button {
  return { type: "button", text: label(words, LIMITS.buttonText), action_id: HOME.open, url };
}

function agentBlocks({ agents, locale, now }: HomeFacts, words: HomeWords): Block[] {
  const lines = agents.slice(0, MOST_AGENTS).map((agent) => agentLine(agent, locale, now));
  return [
    heading(words.agents),
    lines.length === 0
      ? remark(words.noAgents)
      : section({ type: "mrkdwn", text: lines.join("\n"), verbatim: true }),
  ];
}

export function agentLine(agent: AgentLine, locale: Locale, now: Date): string {
  const what = agent.question ?? agent.task;
  const parts = [
    `*${cutMarkup(line(agentName(agent.client, agent.id)), 60)}*`,
    ...(agent.project === "" ? [] : [cutMarkup(line(agent.project), 40)]),
    cutMarkup(unmarked(stateInWords(agent, locale, now)), 80),
    ...(what === null ? [] : [cutMarkup(line(wordsOf(what)), 80)]),
  ];
  return parts.join(" · ");
}

function presenceBlocks(facts: HomeFacts, words: HomeWords): Block[] {
  const { away, quiet, isNamed } = facts;
  const state =
    away === null
      ? words.here
      : away.until === null
        ? words.away
        : words.awayUntil(slackTime(away.until));
  const blocks: Block[] = [heading(words.presence)];
  if (isNamed) blocks.push(section({ type: "mrkdwn", text: state, verbatim: true }));
  if (quiet !== null) blocks.push(remark(quietWords(quiet, words)));
  if (isNamed) blocks.push({ type: "actions", elements: presenceButtons(away !== null, words) });
  return blocks.length === 1 ? [] : blocks;
}

function quietWords({ hours, isNow }: NonNullable<InboxFacts["quiet"]>, words: HomeWords): string {
  const zone = hours.timeZone === undefined ? "" : ` (${hours.timeZone})`;
  const when = words.quiet(hours.from, hours.to, zone);
  return isNow ? `${when} ${hours.urgentPasses ? words.quietNow : words.quietForAll}` : when;
}

function presenceButtons(isAway: boolean, words: HomeWords): types.Button[] {
  if (isAway) return [action(words.comeBack, HOME.back, "")];
  return [
    action(words.leave, HOME.away, ""),
    action(words.leaveFor(AWAY_HOURS), `${HOME.away}_for`, `${AWAY_HOURS}h`),
  ];
}

function action(words: string, actionId: string, value: string): types.Button {
  return {
    type: "button",
    text: label(words, LIMITS.buttonText),
    action_id: actionId,
    ...(value && { value }),
  };
}

function decisionBlocks({ decisions, locale }: HomeFacts, words: HomeWords): Block[] {
  const lines = decisions.map((ask) => decisionLine(ask, locale));
  const shown =
    lines.length === 0 ? [remark(words.nothingDecided)] : lines.map((one) => remark(one));
  return [heading(words.decided), ...shown];
}

function decisionLine(given: SettledAsk, locale: Locale): string {
  const ask = inLanguage(given, locale);
  const { said, settledAt } = historyLine(ask);
  const answer = said === "" ? "" : ` → *${cutMarkup(wordsOf(said), 80)}*`;
  const verdict = verdictOn(ask, messages(locale)).split("\n")[0] ?? "";
  return `${titleIn(ask, locale, 80)}${answer}\n${verdict.replace(/\.$/, "")} · ${slackTime(settledAt)}`;
}

/** Slack shows a time in the reader's own time zone. */
export function slackTime(at: string): string {
  const seconds = Math.floor(Date.parse(at) / 1000);
  return `<!date^${seconds}^{date_short_pretty} {time}|${cutMarkup(at, 40)}>`;
}

function heading(words: string): Block {
  return { type: "header", text: label(words, LIMITS.headerText) };
}

/** All the text inside, as Slack counts it. */
function lengthOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + lengthOf(one), 0);
  if (typeof value !== "object" || value === null) return 0;
  const { text } = value as { text?: unknown };
  const own = typeof text === "string" ? text.length : 0;
  return own + Object.values(value).reduce((sum: number, one) => sum + lengthOf(one), 0);
}
