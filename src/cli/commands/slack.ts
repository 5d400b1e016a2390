/** `askline slack`: the app's manifest, its tokens, and how the connection is. */
import { loadSettings } from "../../desk/settings.ts";
import { findHub } from "../../hub/address.ts";
import { checkTokens } from "../../surfaces/slack/setup/check-tokens.ts";
import {
  loadSlackConfig,
  loadTokens,
  type SlackConfig,
  saveSlackConfig,
  saveTokens,
  slackConfigPath,
  type Tokens,
  transportTokens,
} from "../../surfaces/slack/setup/config.ts";
import { appManifest } from "../../surfaces/slack/setup/manifest.ts";
import { hubFileOf } from "../agent-log.ts";
import type { CommonOptions } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageError } from "../failure.ts";
import { languageBy } from "../language.ts";
import { openSecretPrompt } from "./secrets.ts";
import { type SlackMessages, slackMessages } from "./slack-messages.ts";

export async function manifest({ url }: { url?: string }): Promise<number> {
  process.stdout.write(`${JSON.stringify(appManifest(url ?? null), null, 2)}\n`);
  return EXIT.ok;
}

interface ConnectOptions extends CommonOptions {
  botToken?: string;
  appToken?: string;
  signingSecret?: string;
  transport?: "socket" | "http";
  allow?: string;
  sendTo?: string;
}

/** Flags and environment go first; what is missing is asked for on a terminal, and is a mistake elsewhere. */
export async function connect(options: ConnectOptions): Promise<number> {
  const { values } = loadSettings({ stateDirectory: options.stateDir });
  const text = slackMessages(languageBy(values.language));
  const saved = await loadSlackConfig();
  const config: SlackConfig = { ...saved, transport: options.transport ?? saved.transport };
  const given = { ...(await loadTokens(values.stateDirectory)), ...givenTokens(options) };
  const asked = process.stdin.isTTY && !options.json ? await askFor(given, config, text) : given;
  const tokens = transportTokens(config, asked);
  if (tokens === null) throw new UsageError(() => text.tokensMissing(config.transport));
  const checked = await checkTokens(tokens, config.transport);
  await saveTokens(values.stateDirectory, asked);
  const { people, ...rest } = withPeople(config, options);
  await saveSlackConfig({ ...rest, people });
  if (options.json) {
    process.stdout.write(`${JSON.stringify({ ...checked, transport: config.transport, file: slackConfigPath() })}\n`);
  } else {
    process.stdout.write(`${text.connected(checked.team, checked.bot, slackConfigPath())}\n`);
    if (people.length === 0) process.stderr.write(`${text.nobodyAllowed}\n`);
    if (checked.missingScopes.length > 0) process.stderr.write(`${text.scopesMissing(checked.missingScopes)}\n`);
  }
  return checked.missingScopes.length === 0 ? EXIT.ok : EXIT.failure;
}

/** What the hub says of it: the hub holds the connection. */
export async function status(options: CommonOptions): Promise<number> {
  const settings = loadSettings({ stateDirectory: options.stateDir });
  const text = slackMessages(languageBy(settings.values.language));
  const health = await healthOf(hubFileOf(settings));
  if (options.json) process.stdout.write(`${JSON.stringify(health)}\n`);
  else process.stdout.write(`${text.status(health)}\n`);
  return health.state === "connected" ? EXIT.ok : EXIT.failure;
}

async function healthOf(hubFile: string): Promise<{ state: string; since?: string; transport?: string }> {
  const hub = await findHub(hubFile);
  if (hub === null) return { state: "no_hub" };
  const response = await fetch(`${hub.url}/healthz`, { headers: { authorization: `Bearer ${hub.token}` } });
  // The hub is our own program.
  const { slack } = (await response.json()) as { slack?: { state: string } };
  return slack ?? { state: "not_set_up" };
}

function givenTokens({ botToken, appToken, signingSecret }: ConnectOptions): Tokens {
  const given = Object.entries({ botToken, appToken, signingSecret });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function withPeople(config: SlackConfig, { allow, sendTo }: ConnectOptions): SlackConfig {
  const people = allow === undefined ? config.people : allow === "anyone" ? allow : allow.split(/[,\s]+/);
  const send = sendTo === undefined ? config.send : [...config.send.filter(({ to }) => to !== sendTo), { to: sendTo }];
  return { ...config, people, send };
}

async function askFor(given: Tokens, { transport }: SlackConfig, text: SlackMessages): Promise<Tokens> {
  const prompt = openSecretPrompt();
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
