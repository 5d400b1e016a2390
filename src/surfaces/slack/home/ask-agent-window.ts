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

/** The message that the window is about, kept by Slack until it is sent. */
export const AboutMessage = z.object({
  channel: z.string(),
  channelName: z.string(),
  ts: z.string(),
  threadTs: z.string().optional(),
  author: z.string(),
  text: z.string(),
});
export type AboutMessage = z.infer<typeof AboutMessage>;

// With the other fields it stays below Slack's limit of 3000.
const LONGEST_KEPT = 2_300;
const LONGEST_SHOWN = 600;
const MOST_AGENTS = 20;

export function askAgentWindow(
  about: AboutMessage,
  running: readonly AgentLine[],
  locale: Locale,
): types.ModalView {
  const words = homeWords(locale);
  const kept = { ...about, text: cut(about.text, LONGEST_KEPT, lengthInJson) };
  return {
    type: "modal",
    callback_id: ASK_AGENT,
    private_metadata: JSON.stringify(kept),
    title: label(words.askTitle, LIMITS.modalTitle),
    submit: label(words.askSend, LIMITS.modalTitle),
    close: label(words.askClose, LIMITS.modalTitle),
    blocks: [
      remark(escapedName(words.askBy(line(about.author)))),
      section(plain(lines(about.text), LONGEST_SHOWN)),
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
