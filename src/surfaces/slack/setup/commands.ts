/** What `askline slack` does: the app's manifest, its tokens, and the state of the connection. */

import { z } from "zod";
import { printableJson } from "../../../core/json.ts";
import type { CommandCall } from "../../command.ts";
import { budgetInWords } from "../transport/budget-words.ts";
import { loadSlackConfig, loadTokens, type SlackConfig } from "./config.ts";
import { type SlackHealth, troublesIn } from "./health.ts";
import { appManifest, httpsUrl } from "./manifest.ts";
import { slackMessages } from "./messages.ts";
import { pipedTokens, SecretInArgument } from "./piped-tokens.ts";

const ManifestOptions = z.object({ url: z.string().optional() });

export async function manifest({ options }: CommandCall): Promise<boolean> {
  const { url } = ManifestOptions.parse(options);
  const address = url === undefined ? null : httpsUrl(url);
  process.stdout.write(`${printableJson(appManifest(address), 2)}\n`);
  return true;
}

const ConnectOptions = z.object({
  botToken: z.string().optional(),
  appToken: z.string().optional(),
  signingSecret: z.string().optional(),
  transport: z.enum(["socket", "http"]).optional(),
  allow: z.string().optional(),
  sendTo: z.string().optional(),
});
type ConnectOptions = z.infer<typeof ConnectOptions>;

/**
 * Tokens come from standard input, else from the environment or the saved file. On a terminal the
 * guide asks for what is missing; elsewhere it is an error.
 */
export async function connect(call: CommandCall): Promise<boolean> {
  const { stateDirectory } = call.settings;
  const options = ConnectOptions.parse(call.options);
  refuseSecretsIn(options);
  const saved = await loadSlackConfig();
  const config: SlackConfig = { ...saved, transport: options.transport ?? saved.transport };
  const kept = await loadTokens(stateDirectory);
  if (process.stdin.isTTY && !call.isForPrograms) {
    const { guide } = await import("./guide.ts");
    return guide(call, options, config, kept);
  }
  const given = { ...kept, ...(await pipedTokens(process.stdin)) };
  const { connectAtOnce } = await import("./connect-at-once.ts");
  return connectAtOnce(call, options, config, { kept, given });
}

/** Asks the hub, because the hub holds the connection. */
export async function status(call: CommandCall): Promise<boolean> {
  const health = await healthIn(call);
  const troubles = "blocked" in health ? troublesIn(health) : [];
  const lines = troubles.flatMap((words) => {
    const { what, todo = "" } = words[call.locale];
    return [`⚠ ${what}`, `  → ${todo}`];
  });
  const budget = "budget" in health ? budgetInWords(health.budget, call.locale) : [];
  const forPeople = () =>
    [slackMessages(call.locale).status(health), ...lines, ...budget].join("\n");
  process.stdout.write(`${call.isForPrograms ? printableJson(health) : forPeople()}\n`);
  return health.state === "connected" && troubles.length === 0;
}

async function healthIn(call: CommandCall): Promise<SlackHealth | { state: string }> {
  const health = await call.hubHealth();
  if (health === null) return { state: "no_hub" };
  // The hub is our own program, and this surface wrote what it reports about Slack.
  return (health["slack"] as SlackHealth | undefined) ?? { state: "not_set_up" };
}

/** By then the secret has stood in the list of processes: the person should know that. */
function refuseSecretsIn({ botToken, appToken, signingSecret }: ConnectOptions) {
  const flags = Object.entries({
    "--bot-token": botToken,
    "--app-token": appToken,
    "--signing-secret": signingSecret,
  });
  const [given] = flags.find(([, value]) => value !== undefined) ?? [];
  if (given !== undefined) throw new SecretInArgument(given);
}
