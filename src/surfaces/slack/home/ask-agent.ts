/**
 * "Ask an agent about this" on any message: the agent gets the message and what the person wants,
 * and answers in the thread of that message, or alone where the bot is not in the channel.
 */
import type { webApi } from "@slack/bolt";
import { z } from "zod";
import type { AgentLine } from "../../../agents/roster.ts";
import { jsonIn } from "../../../core/json.ts";
import { safeText } from "../../../core/safety/safe-text.ts";
import type { People } from "../cards/people.ts";
import { messages } from "../render/messages.ts";
import { cutMarkup, line } from "../render/text.ts";
import { nameInWords } from "../threads/thread-context.ts";
import type { ThreadMessage, Threads } from "../threads/threads.ts";
import { incomingText } from "../transport/incoming-text.ts";
import { type MessageFile, messageFiles } from "../transport/message-files.ts";
import { AboutMessage, ASK_WHICH, ASK_WORDS, askAgentWindow } from "./ask-agent-window.ts";
import { homeWords } from "./home-words.ts";

export interface AskAgentParts {
  client: webApi.WebClient;
  people: Pick<People, "of" | "isAllowed">;
  threads: Pick<Threads, "hear">;
  /** The agents that this person may talk to. */
  running: (userId: string) => Promise<AgentLine[]>;
  botUserId: string;
  now: () => Date;
  onWarning: (message: string) => void;
}

export interface AskAgent {
  /** The shortcut was chosen; `body` is what Slack sent. */
  open(body: unknown): Promise<void>;
  /** What is wrong with the window, to be said in it, so that nothing typed is lost; else null. */
  fault(userId: string, view: SentWindow): Promise<string | null>;
  submit(userId: string, view: SentWindow): Promise<void>;
}

export interface SentWindow {
  id: string;
  private_metadata: string;
  state: unknown;
}

const Shortcut = z.looseObject({
  trigger_id: z.string(),
  action_ts: z.string().optional(),
  user: z.looseObject({ id: z.string() }),
  channel: z.looseObject({ id: z.string(), name: z.string().default("") }),
  message: z.looseObject({
    ts: z.string(),
    thread_ts: z.string().optional(),
    user: z.string().optional(),
    username: z.string().optional(),
    text: z.string().default(""),
    files: z.array(z.unknown()).default([]).catch([]),
  }),
});

const Values = z.looseObject({
  [ASK_WORDS]: z.looseObject({
    [ASK_WORDS]: z.looseObject({ value: z.string().nullish() }),
  }),
  [ASK_WHICH]: z
    .looseObject({
      [ASK_WHICH]: z.looseObject({
        selected_option: z.looseObject({ value: z.string() }).nullish(),
      }),
    })
    .optional(),
});

export function createAskAgent(parts: AskAgentParts): AskAgent {
  const { client, people, threads, running, botUserId, now, onWarning } = parts;
  return { open, fault, submit };

  async function open(body: unknown) {
    const shortcut = Shortcut.safeParse(body).data;
    if (shortcut === undefined) return;
    const { trigger_id, action_ts, user, channel, message } = shortcut;
    const { locale } = await people.of(user.id);
    if (!(await people.isAllowed(user.id)))
      return tellAlone(user.id, messages(locale).notAllowed(user.id));
    const author =
      message.user === undefined ? (message.username ?? "") : (await people.of(message.user)).name;
    const about: AboutMessage = {
      channel: channel.id,
      channelName: channel.name,
      ts: message.ts,
      askedTs: action_ts ?? (now().getTime() / 1_000).toFixed(6),
      ...(message.thread_ts && { threadTs: message.thread_ts }),
      author,
      text: incomingText(message.text, botUserId),
      files: messageFiles(message.files),
    };
    const agents = await running(user.id).catch(() => []);
    await client.views.open({ trigger_id, view: askAgentWindow(about, agents, locale) });
  }

  async function fault(userId: string, view: SentWindow) {
    if (sentIn(view) !== null) return null;
    return homeWords((await people.of(userId)).locale).askOtherVersion;
  }

  async function submit(userId: string, view: SentWindow) {
    const sent = sentIn(view);
    if (sent === null) return;
    const { locale } = await people.of(userId);
    if (!(await people.isAllowed(userId)))
      return tellAlone(userId, messages(locale).notAllowed(userId));
    const typed = sent.values[ASK_WORDS][ASK_WORDS].value?.trim() ?? "";
    try {
      await handOver(userId, view.id, sent, typed || homeWords(locale).noWords);
    } catch (error) {
      await tellAlone(userId, homeWords(locale).notAsked(cutMarkup(line(typed), LONGEST_BACK)));
      throw error;
    }
  }

  async function handOver(
    userId: string,
    windowId: string,
    { about, values }: Sent,
    words: string,
  ) {
    const which = values[ASK_WHICH]?.[ASK_WHICH].selected_option?.value ?? "new";
    const to = which === "new" ? "" : `agent ${which}: `;
    const place = (await isInside(about.channel)) ? inThread(about) : await alone(userId, about);
    const text = `${to}${words}\n\n${quoted(about)}`;
    const id = `shortcut ${about.channel} ${about.askedTs ?? windowId}`;
    await threads.hear({ id, userId, text, files: about.files.map(unlocated), ...place });
  }

  /** What else was said there until the person asked is the context. */
  function inThread({ channel, ts, threadTs, askedTs }: AboutMessage): Place {
    if (threadTs === undefined) return { channel, threadTs: ts };
    const context = askedTs === undefined ? {} : { below: askedTs, quoted: ts };
    return { channel, threadTs, ...context, mentionsUs: true };
  }

  /** A conversation of its own in the person's direct messages with the bot. */
  async function alone(userId: string, about: AboutMessage): Promise<Place> {
    const { locale } = await people.of(userId);
    const words = homeWords(locale);
    const { channel } = await client.conversations.open({ users: userId });
    const at = channel?.id ?? userId;
    const name = /^[CG]/.test(about.channel) ? `#${about.channelName}` : about.channelName;
    const told = words.askedAlone(cutMarkup(line(name), 80));
    const head = `${words.askBy(cutMarkup(line(about.author), 80))} ${cutMarkup(line(about.text), 300)}`;
    const { ts = "" } = await client.chat.postMessage({ channel: at, text: `${head}\n${told}` });
    return { channel: at, threadTs: ts };
  }

  async function isInside(channel: string): Promise<boolean> {
    const { channel: found } = await client.conversations
      .info({ channel })
      .catch(() => ({ channel: undefined }));
    // In a direct message with the bot there is nothing to be a member of.
    return found?.is_member === true || found?.is_im === true;
  }

  async function tellAlone(userId: string, text: string) {
    await client.chat
      .postMessage({ channel: userId, text })
      .catch((error: Error) => onWarning(`A word to ${userId} did not arrive: ${error.message}`));
  }
}

interface Sent {
  about: AboutMessage;
  values: z.infer<typeof Values>;
}

const LONGEST_BACK = 2_900;

function sentIn({ private_metadata, state }: SentWindow): Sent | null {
  const about = AboutMessage.safeParse(jsonIn(private_metadata)).data;
  const { data } = z.object({ values: Values }).safeParse(state);
  return about === undefined || data === undefined ? null : { about, values: data.values };
}

type Place = Omit<ThreadMessage, "id" | "userId" | "text" | "files">;

/** Where it is, Slack says when the agent gets it. */
function unlocated({ id, name }: AboutMessage["files"][number]): MessageFile {
  return { id, name, size: 0, url: null, isElsewhere: false };
}

/** For the agent, so in English. */
function quoted({ author, text, files }: AboutMessage): string {
  const from = author === "" ? "" : `, from ${author}`;
  const names = files.map(nameInWords).join(" ");
  const whole = [safeText(text), names].filter(Boolean).join("\n");
  const said = whole.split("\n").map((one) => `> ${one}`);
  return [`This is about a message in Slack${from}:`, ...said].join("\n");
}
