/** Whether the hub that runs here knows what was just set up, in words. */
import { z } from "zod";
import type { CommandCall } from "../../command.ts";
import type { SlackConfig } from "./config.ts";
import type { GuideWords } from "./guide-words.ts";

const Slack = z.looseObject({ transport: z.string() });

export async function hubWords(
  call: CommandCall,
  words: Pick<GuideWords, "startHub" | "hubFollows" | "restartHub">,
  { config, isNewToken }: { config: Pick<SlackConfig, "transport">; isNewToken: boolean },
): Promise<string> {
  const health = await call.hubHealth().catch(() => null);
  if (health === null) return words.startHub;
  const slack = Slack.safeParse(health["slack"]).data;
  const isFollowed = slack?.transport === config.transport && !isNewToken;
  return isFollowed ? words.hubFollows : words.restartHub;
}
