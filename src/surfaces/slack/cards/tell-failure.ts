/**
 * Tells in Slack that an agent's run failed: where asks of its project are sent, with a mention of
 * those who may answer. An agent bound to a thread says it there, in its status line.
 */
import type { webApi } from "@slack/bolt";
import type { AgentFailure } from "../../../core/agent/agent.ts";
import { failureInWords } from "../../../core/agent/failure-words.ts";
import type { Locale } from "../../../core/locale.ts";
import type { FailureTeller } from "../../../desk/attention/failure-notices.ts";
import { cutMarkup, line, unmarked } from "../render/text.ts";
import type { SlackConfig } from "../setup/config.ts";
import { mentionsOf } from "./notify.ts";
import { peopleFor, placesFor } from "./routing.ts";

export interface TellFailureParts {
  client: webApi.WebClient;
  config: Pick<SlackConfig, "people" | "send">;
  locale: Locale;
  isBound: (agentId: number) => boolean;
}

export function failureLine(project: string, failure: AgentFailure, locale: Locale): string {
  const words = `${line(project)}: ${failureInWords(failure, locale, new Date())}`;
  return `⛔ ${cutMarkup(unmarked(words), 500)}`;
}

/** False where nothing of the project is sent to Slack. */
export function createTellFailure({
  client,
  config,
  locale,
  isBound,
}: TellFailureParts): FailureTeller["tellFailure"] {
  return async ({ agentId, project, failure }) => {
    if (isBound(agentId)) return true;
    const places = placesFor({ project, kind: "agent", urgency: "normal" }, config);
    const text = `${mentionsOf(peopleFor(undefined, config))}${failureLine(project, failure, locale)}`;
    for (const place of places) {
      const [channel = "", threadTs] = place.split(":");
      await client.chat.postMessage({
        channel: await channelOf(channel),
        text,
        ...(threadTs && { thread_ts: threadTs }),
      });
    }
    return places.length > 0;
  };

  async function channelOf(id: string): Promise<string> {
    if (!/^[UW]/.test(id)) return id;
    const { channel } = await client.conversations.open({ users: id });
    return channel?.id ?? id;
  }
}
