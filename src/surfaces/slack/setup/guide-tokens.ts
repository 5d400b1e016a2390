/** The first two steps of the guide: the app, created or there already, and its tokens. */
import { SpokenError } from "../../../core/ask/spoken-error.ts";
import type { SlackConfig, Tokens } from "./config.ts";
import { createApp } from "./create-app.ts";
import type { Guide } from "./guide.ts";
import { httpsUrl } from "./manifest.ts";
import { slackMessages } from "./messages.ts";

type Transport = SlackConfig["transport"];

export class NoTokens extends SpokenError {
  readonly code = "usage";
  constructor(transport: Transport) {
    super({
      en: slackMessages("en").tokensMissing(transport),
      ko: slackMessages("ko").tokensMissing(transport),
    });
  }
}

const BEGINNINGS = { botToken: "xoxb-", appToken: "xapp-", configuration: "xoxe." } as const;

/** Asks only for what is missing. Nothing typed for a token means to give up. */
export async function askForTokens(
  here: Guide,
  transport: Transport,
  known: Tokens,
): Promise<Tokens> {
  const { words, say } = here;
  const secret = transport === "socket" ? "appToken" : "signingSecret";
  if (known.botToken !== undefined && known[secret] !== undefined) {
    await say(words.tokensKnown);
    return known;
  }
  const isFresh = known.botToken === undefined && known.appId === undefined;
  const app = isFresh ? await theApp(here, transport, known) : {};
  const given: Tokens = { ...known, ...app };
  await say(`\n${words.stepTokens}`);
  const botToken = given.botToken ?? (await askBotToken(here, given.appId, transport));
  if (given[secret] !== undefined) return { ...given, botToken };
  const value =
    secret === "appToken"
      ? await askAppToken(here, given.appId)
      : await askSigningSecret(here, given.appId);
  return { ...given, botToken, [secret]: value };
}

async function theApp(here: Guide, transport: Transport, known: Tokens): Promise<Tokens> {
  const { words, say, prompt } = here;
  await say(`${words.stepApp}\n${words.appChoice}`);
  for (;;) {
    const choice = (await prompt.askOpenly(words.chooseOne)) ?? "1";
    if (choice === "3") return {};
    if (choice === "2") return showClicks(here, transport);
    if (choice === "1") return create(here, transport, known);
    await say(words.notThere);
  }
}

async function create(here: Guide, transport: Transport, known: Tokens): Promise<Tokens> {
  const { words, say, prompt } = here;
  const url = await addressFor(here, transport);
  await say(words.configurationToken);
  const token = await askToken(here, words.askConfigurationToken, "configuration", transport);
  const { appId, signingSecret } = await createApp(here.apiUrl, token, url);
  const made = { appId, ...(signingSecret && { signingSecret }) };
  await here.keep({ ...known, ...made });
  await say(words.created(appId));
  await say(words.installIt(words.pageOf(appId, "install-on-team")));
  await prompt.askOpenly(words.whenDone);
  return made;
}

async function showClicks(here: Guide, transport: Transport): Promise<Tokens> {
  const { words, say, prompt } = here;
  const url = await addressFor(here, transport);
  const command = `askline slack manifest${url === null ? "" : ` --url ${url}`}`;
  await say(`${words.clicks}\n     ${command}\n${words.clicksAfter}`);
  await prompt.askOpenly(words.whenDone);
  return {};
}

/** Socket Mode needs no address. */
async function addressFor(here: Guide, transport: Transport): Promise<string | null> {
  const { words, prompt } = here;
  if (transport === "socket") return null;
  for (;;) {
    const typed = await prompt.askOpenly(words.httpsAddress);
    if (typed === undefined) throw new NoTokens(transport);
    try {
      return httpsUrl(typed);
    } catch (error) {
      await here.sayError(error);
    }
  }
}

async function askBotToken(here: Guide, appId: string | undefined, transport: Transport) {
  const { words, say } = here;
  await say(words.whereBot(pageIn(here, appId, "oauth", "OAuth & Permissions")));
  return askToken(here, here.text.askBotToken, "botToken", transport);
}

async function askAppToken(here: Guide, appId: string | undefined) {
  const { words, say } = here;
  await say(words.whereApp(pageIn(here, appId, "general", "Basic Information")));
  return askToken(here, here.text.askAppToken, "appToken", "socket");
}

async function askSigningSecret(here: Guide, appId: string | undefined) {
  const { words, say, prompt, text } = here;
  await say(words.whereSecret(pageIn(here, appId, "general", "Basic Information")));
  const typed = await prompt.ask(text.askSigningSecret);
  if (typed === undefined) throw new NoTokens("http");
  return typed;
}

async function askToken(
  { words, say, prompt }: Guide,
  question: string,
  kind: keyof typeof BEGINNINGS,
  transport: Transport,
): Promise<string> {
  for (;;) {
    const typed = await prompt.ask(question);
    if (typed === undefined) throw new NoTokens(transport);
    if (typed.startsWith(BEGINNINGS[kind])) return typed;
    await say(words.wrongKind(words.kinds[kind], BEGINNINGS[kind]));
  }
}

function pageIn({ words }: Guide, appId: string | undefined, path: string, name: string): string {
  return appId === undefined ? words.pageNamed(name) : words.pageOf(appId, path);
}
