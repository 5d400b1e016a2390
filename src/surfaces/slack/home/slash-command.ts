/** `/askline` in Slack: what waits, who works, away and back. Only the person sees the reply. */
import type { types } from "@slack/bolt";
import type { Locale } from "../../../core/locale.ts";
import type { People } from "../cards/people.ts";
import { messages } from "../render/messages.ts";
import { cutMarkup, line, section } from "../render/text.ts";
import { titleIn } from "../render/title.ts";
import { agentLine, linkButton } from "./home-view.ts";
import { type HomeWords, homeWords } from "./home-words.ts";
import type { OpenAsk, ReadInbox } from "./inbox-facts.ts";
import type { Whereabouts } from "./whereabouts.ts";

export interface SlashReply {
  text: string;
  blocks: types.KnownBlock[];
}

export interface SlashCommandParts {
  inbox: ReadInbox;
  people: Pick<People, "of" | "isAllowed">;
  isNamed: (userId: string) => boolean;
  whereabouts: Whereabouts;
  /** Opens the Home tab; empty if it is not known. */
  homeUrl: () => string;
  now: () => Date;
}

type Verb = "list" | "agents" | "away" | "back" | "help";

const VERBS: Record<string, Verb> = {
  ...{ list: "list", inbox: "list", 목록: "list", 인박스: "list", 질문: "list" },
  ...{ agents: "agents", 에이전트: "agents" },
  ...{ away: "away", 자리비움: "away", 자리: "away" },
  ...{ back: "back", 복귀: "back", 돌아옴: "back" },
  ...{ help: "help", "?": "help", 도움말: "help" },
};

const MOST_LISTED = 12;

export function createSlashCommand(parts: SlashCommandParts) {
  const { inbox, people, isNamed, whereabouts, homeUrl, now } = parts;
  return answer;

  async function answer(userId: string, given: string): Promise<SlashReply> {
    const { locale } = await people.of(userId);
    const words = homeWords(locale);
    const { verb, rest } = read(given);
    const isAllowed = await people.isAllowed(userId);
    const asks = verb === "list" ? await inbox.asks(userId) : [];
    // A rule may let somebody answer its asks who may do nothing else.
    if (asks.length === 0 && !isAllowed) return replyOf(messages(locale).notAllowed(userId));
    switch (verb) {
      case "list":
        return listReply(asks, locale);
      case "agents":
        return agentsReply(userId, locale);
      case "away":
      case "back":
        return replyOf(await move(verb, rest, userId, words));
      case "help":
        return replyOf(words.help);
      case null:
        return replyOf(`${words.unknown(cutMarkup(line(given), 80))}\n${words.help}`);
    }
  }

  async function move(verb: "away" | "back", rest: string, userId: string, words: HomeWords) {
    if (!isNamed(userId)) return words.notNamed;
    return verb === "away" ? whereabouts.leave(rest, words) : whereabouts.comeBack(words);
  }

  function listReply(asks: OpenAsk[], locale: Locale): SlashReply {
    const words = homeWords(locale);
    const lines = asks.slice(0, MOST_LISTED).map(({ ask }, at) => {
      const project = ask.source.project ? ` · 📁 ${cutMarkup(line(ask.source.project), 40)}` : "";
      return `${at + 1}. ${titleIn(ask, locale, 100)}${project}`;
    });
    const more = asks.length > MOST_LISTED ? [words.more(asks.length - MOST_LISTED)] : [];
    const tail = asks.length === 0 || homeUrl() !== "" ? [] : [words.answerAtHome];
    return withHome([words.listHead(asks.length), ...lines, ...more, ...tail].join("\n"), words);
  }

  async function agentsReply(userId: string, locale: Locale): Promise<SlashReply> {
    const words = homeWords(locale);
    const lines = (await inbox.agents(userId))
      .slice(0, MOST_LISTED)
      .map((agent) => agentLine(agent, locale, now()));
    return replyOf(lines.length === 0 ? words.noAgents : lines.join("\n"));
  }

  function withHome(text: string, words: HomeWords): SlashReply {
    const reply = replyOf(text);
    const url = homeUrl();
    if (url === "") return reply;
    const button = linkButton(words.openHome, url);
    return { ...reply, blocks: [...reply.blocks, { type: "actions", elements: [button] }] };
  }
}

function read(given: string): { verb: Verb | null; rest: string } {
  const text = given.trim();
  if (text === "") return { verb: "list", rest: "" };
  const [first = ""] = text.split(/\s+/, 1);
  const verb = VERBS[first.toLowerCase()] ?? null;
  const rest = text.slice(first.length).trim();
  // "자리 비움 2시간" is written in two words too.
  return { verb, rest: first === "자리" ? rest.replace(/^비움\s*/, "") : rest };
}

function replyOf(text: string): SlashReply {
  return { text, blocks: [section({ type: "mrkdwn", text, verbatim: true })] };
}
