/** The window behind "Ask an agent about this": the message, what to do, and which agent. Pure. */
import type { types } from "@slack/bolt";
import { z } from "zod";
import type { AgentLine } from "../../../agents/roster.ts";
import type { Locale } from "../../../core/locale.ts";
import { agentName } from "../../../core/names.ts";
import { LIMITS } from "../render/limits.ts";
import { cut, label, line, lines, plain, remark, section } from "../render/text.ts";
import { ASK_AGENT } from "../setup/manifest.ts";
import { homeWords } from "./home-words.ts";

export const ASK_WORDS = "askline_ask_words";
export const ASK_WHICH = "askline_ask_which";

/**
 * The message that the window is about, kept by Slack until it is sent. A window may be older than
 * this program: what an earlier one did not keep is left out, and nothing is ever required anew.
 */
export const AboutMessage = z.object({
  channel: z.string(),
  channelName: z.string().default(""),
  ts: z.string(),
  threadTs: z.string().optional(),
  /** When the shortcut was chosen, as Slack counts. */
  askedTs: z.string().optional(),
  author: z.string().default(""),
  text: z.string().default(""),
  /** Slack says anew where they are. */
  files: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
});
export type AboutMessage = z.infer<typeof AboutMessage>;

// Below Slack's limit of 3000.
const LONGEST_KEPT = 2_900;
const LONGEST_NAME = 60;
// One more than the agent gets, so that it is told of it.
const MOST_FILES_KEPT = 11;
const LONGEST_SHOWN = 600;
const MOST_AGENTS = 20;

export function askAgentWindow(
  about: AboutMessage,
  running: readonly AgentLine[],
  locale: Locale,
): types.ModalView {
  const words = homeWords(locale);
  return {
    type: "modal",
    callback_id: ASK_AGENT,
    private_metadata: keptOf(about),
    title: label(words.askTitle, LIMITS.modalTitle),
    submit: label(words.askSend, LIMITS.modalTitle),
    close: label(words.askClose, LIMITS.modalTitle),
    blocks: [
      remark(escapedName(words.askBy(line(about.author)))),
      section(plain(shownOf(about), LONGEST_SHOWN)),
      {
        type: "input",
        block_id: ASK_WORDS,
        optional: true,
        label: plain(words.askLabel, LIMITS.inputLabel),
        element: {
          type: "plain_text_input",
          action_id: ASK_WORDS,
          multiline: true,
          max_length: LIMITS.inputLength,
          placeholder: plain(words.askPlaceholder, LIMITS.placeholder),
        },
      },
      ...(running.length === 0 ? [] : [whichInput(running, locale)]),
    ],
  };
}

function keptOf(about: AboutMessage): string {
  const files = about.files
    .slice(0, MOST_FILES_KEPT)
    .map(({ id, name }) => ({ id, name: cut(name, LONGEST_NAME, lengthInJson) }));
  const rest = { ...about, author: cut(about.author, LONGEST_NAME, lengthInJson), files, text: "" };
  const room = LONGEST_KEPT - JSON.stringify(rest).length;
  return JSON.stringify({ ...rest, text: cut(about.text, room, lengthInJson) });
}

function shownOf({ text, files }: AboutMessage): string {
  return lines([text, ...files.map(({ name }) => `📎 ${line(name)}`)].filter(Boolean).join("\n"));
}

function whichInput(running: readonly AgentLine[], locale: Locale): types.InputBlock {
  const words = homeWords(locale);
  const choices = running.slice(0, MOST_AGENTS).map((agent) => ({
    text: plain(nameOf(agent), LIMITS.optionText),
    value: String(agent.id),
  }));
  return {
    type: "input",
    block_id: ASK_WHICH,
    optional: true,
    label: plain(words.askAgent, LIMITS.inputLabel),
    element: {
      type: "static_select",
      action_id: ASK_WHICH,
      placeholder: plain(words.askNew, LIMITS.placeholder),
      options: [{ text: plain(words.askNew, LIMITS.optionText), value: "new" }, ...choices],
    },
  };
}

function nameOf({ client, id, project }: AgentLine): string {
  const name = agentName(client, id);
  return line(project === "" ? name : `${name} (${project})`);
}

function escapedName(words: string): string {
  return words.replace(/[&<>*_~`]/g, "");
}

function lengthInJson(text: string): number {
  return JSON.stringify(text).length - 2;
}
