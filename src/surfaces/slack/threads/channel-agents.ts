/**
 * Which agent a message to the bot starts, by channel: its command and its folder come from
 * slack.json each time, so that a change counts at once. A thread stays in the folder that it
 * began in, because the agent's conversation belongs to that folder.
 */
import { basename } from "node:path";
import {
  createHeadlessAgent,
  type HeadlessAgent,
} from "../../../agents/clients/claude-code/headless-agent.ts";
import { cutMarkup, line } from "../render/text.ts";
import type { SlackConfig } from "../setup/config.ts";
import type { Thread } from "./thread-store.ts";

export interface ChannelAgents {
  /** Null where a message to the bot starts none. */
  of(place: Pick<Thread, "channel" | "workingDirectory">): ChannelAgent | null;
  /** Where the thread's agent works, also when it can no longer be started. */
  folderOf(place: Pick<Thread, "channel" | "workingDirectory">): string;
  /** Ends the agents that were started. */
  close(): Promise<void>;
}

export interface ChannelAgent {
  agent: HeadlessAgent;
  workingDirectory: string;
  timeLimitMinutes: number;
  /** The first line of its threads, in our own markup; null if slack.json does not name them. */
  head: string | null;
}

export interface ChannelAgentsParts {
  /** The same object for as long as the hub runs; its values follow the file. */
  config: Pick<SlackConfig, "agent" | "channels">;
  prompt: { instructions: string; pluginDirectory: string };
}

const LONGEST_MINUTES = 120;

export function createChannelAgents({ config, prompt }: ChannelAgentsParts): ChannelAgents {
  const started = new Map<string, HeadlessAgent>();
  return { of, folderOf, close };

  function of(place: Parameters<ChannelAgents["of"]>[0]): ChannelAgent | null {
    const { command, environment, timeLimitMinutes = LONGEST_MINUTES } = settingsOf(place.channel);
    if (command === undefined) return null;
    const workingDirectory = folderOf(place);
    const options = { command, environment, workingDirectory };
    const key = JSON.stringify(options);
    const agent = started.get(key) ?? createHeadlessAgent({ ...options, ...prompt });
    started.set(key, agent);
    const isNamed = config.channels?.[place.channel] !== undefined;
    const head = isNamed ? headFor(workingDirectory, command) : null;
    return { agent, workingDirectory, timeLimitMinutes, head };
  }

  function folderOf({ channel, workingDirectory }: Parameters<ChannelAgents["of"]>[0]): string {
    return workingDirectory ?? settingsOf(channel).workingDirectory ?? process.cwd();
  }

  /** What a channel leaves out is as for all. */
  function settingsOf(channel: string) {
    const { agent } = config;
    const own = config.channels?.[channel];
    const environment = { ...agent?.environment, ...own?.environment };
    return { ...agent, ...own, environment };
  }

  async function close() {
    await Promise.all([...started.values()].map((agent) => agent.close()));
  }
}

function headFor(workingDirectory: string, command: readonly string[]): string {
  const named = (path: string) => cutMarkup(line(basename(path)), 80);
  return `📁 ${named(workingDirectory)} · ${named(command[0] ?? "")}`;
}
