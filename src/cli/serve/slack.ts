/** Slack in the hub: only where it is set up, and only then is any of it loaded. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { systemClock } from "../../store/clock.ts";
import { createSlack, type SlackSurface } from "../../surfaces/slack/app.ts";
import { loadSlackConfig, loadTokens, transportTokens } from "../../surfaces/slack/setup/config.ts";
import type { RunningAgents } from "../../surfaces/slack/threads/running-agents.ts";
import type { Context } from "../context.ts";

/** Null when Slack is not set up. */
export async function openSlack(context: Context, running: RunningAgents | null): Promise<SlackSurface | null> {
  const { desk, settings, locale } = context;
  const { stateDirectory } = settings.values;
  const config = await loadSlackConfig();
  const tokens = transportTokens(config, await loadTokens(stateDirectory));
  if (tokens === null) return null;
  return createSlack({
    ...{ desk, locale, config, tokens, running },
    clock: systemClock,
    directory: join(stateDirectory, "slack"),
    prompt: promptForAgents(),
    newId: () => crypto.randomUUID(),
    onWarning: (message) => void process.stderr.write(`${message}\n`),
  });
}

/** What agents that Slack starts are told, and nobody else: others have no Slack to show a choice in. */
function promptForAgents() {
  const directory = fileURLToPath(new URL("../../skills/slack", import.meta.url));
  const instructions = readFileSync(join(directory, "common.prompt"), "utf8").trim();
  return { instructions, pluginDirectory: join(directory, "local") };
}
