/** What `askline slack` does: the app's manifest, its tokens, and the state of the connection. */

import { z } from "zod";
import { SpokenError } from "../../../core/ask/spoken-error.ts";
import { printableJson } from "../../../core/json.ts";
import type { CommandCall } from "../../command.ts";
import { budgetInWords } from "../transport/budget-words.ts";
import { checkTokens } from "./check-tokens.ts";
import {
  loadSlackConfig,
  loadTokens,
  type SlackConfig,
  saveSlackConfig,
  saveTokens,
  slackConfigPath,
  type Tokens,
  transportTokens,
} from "./config.ts";
import { type SlackHealth, troublesIn } from "./health.ts";
import { appManifest } from "./manifest.ts";
import { type SlackMessages, slackMessages } from "./messages.ts";
import { pipedTokens, SecretInArgument } from "./piped-tokens.ts";

const ManifestOptions = z.object({ url: z.string().optional() });

export async function manifest({ options }: CommandCall): Promise<boolean> {
  const { url = null } = ManifestOptions.parse(options);
  process.stdout.write(`${printableJson(appManifest(url), 2)}\n`);
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

class TokensMissing extends SpokenError {
  readonly code = "usage";
  constructor(transport: SlackConfig["transport"]) {
    super({
      en: slackMessages("en").tokensMissing(transport),
      ko: slackMessages("ko").tokensMissing(transport),
    });
  }
}

/**
 * Tokens come from standard input, else from the environment or the saved file. A missing one is
 * asked for on a terminal, and is an error elsewhere.
 */
export async function connect(call: CommandCall): Promise<boolean> {
  const { stateDirectory } = call.settings;
  const options = ConnectOptions.parse(call.options);
  refuseSecretsIn(options);
  const text = slackMessages(call.locale);
  const saved = await loadSlackConfig();
  const config: SlackConfig = { ...saved, transport: options.transport ?? saved.transport };
  const given = { ...(await loadTokens(stateDirectory)), ...(await pipedTokens(process.stdin)) };
  const asked =
    process.stdin.isTTY && !call.isForPrograms ? await askFor(given, config, text, call) : given;
  const tokens = transportTokens(config, asked);
  if (tokens === null) throw new TokensMissing(config.transport);
  const checked = await checkTokens(tokens, config.transport);
  await saveTokens(stateDirectory, asked);
  const { people, ...rest } = withPeople(config, options);
  await saveSlackConfig({ ...rest, people });
  if (call.isForPrograms) {
    process.stdout.write(
      `${printableJson({ ...checked, transport: config.transport, file: slackConfigPath() })}\n`,
    );
  } else {
    process.stdout.write(`${text.connected(checked.team, checked.bot, slackConfigPath())}\n`);
    if (people.length === 0) process.stderr.write(`${text.nobodyAllowed}\n`);
    if (checked.missingScopes.length > 0)
      process.stderr.write(`${text.scopesMissing(checked.missingScopes)}\n`);
  }
  return checked.missingScopes.length === 0;
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

function withPeople(config: SlackConfig, { allow, sendTo }: ConnectOptions): SlackConfig {
  const people =
    allow === undefined ? config.people : allow === "anyone" ? allow : allow.split(/[,\s]+/);
  const send =
    sendTo === undefined
      ? config.send
      : [...config.send.filter(({ to }) => to !== sendTo), { to: sendTo }];
  return { ...config, people, send };
}

async function askFor(
  given: Tokens,
  { transport }: SlackConfig,
  text: SlackMessages,
  call: CommandCall,
): Promise<Tokens> {
  const prompt = await call.openSecretPrompt();
  try {
    process.stdout.write(`${text.steps}\n`);
    const botToken = given.botToken ?? (await prompt.ask(text.askBotToken));
    const secret = transport === "socket" ? "appToken" : "signingSecret";
    const question = transport === "socket" ? text.askAppToken : text.askSigningSecret;
    const found = given[secret] ?? (await prompt.ask(question));
    return { ...given, ...(botToken && { botToken }), ...(found && { [secret]: found }) };
  } finally {
    prompt.close();
  }
}
