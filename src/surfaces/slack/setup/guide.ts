/**
 * `askline slack connect` on a terminal: from no app at all to a card that was clicked, one step
 * after the other. Each step says what it found, and asks only for what is missing.
 */
import { SpokenError } from "../../../core/ask/spoken-error.ts";
import type { Locale } from "../../../core/locale.ts";
import type { CommandCall, SecretPrompt } from "../../command.ts";
import { type CheckedTokens, checkTokens } from "./check-tokens.ts";
import {
  ANYONE,
  apiUrlOf,
  type SlackConfig,
  saveSlackConfig,
  saveTokens,
  slackConfigPath,
  type Tokens,
  transportTokens,
} from "./config.ts";
import { createFindPlaces, type FindPlaces } from "./find-places.ts";
import { askForTokens, NoTokens } from "./guide-tokens.ts";
import { type GuideWords, guideWords } from "./guide-words.ts";
import { channelsWithout } from "./membership.ts";
import { type SlackMessages, slackMessages } from "./messages.ts";
import { isOpenToAll, OPEN_TO_ALL } from "./open-to-all.ts";
import { runTest } from "./run-test.ts";
import { withPlaces } from "./send-rules.ts";
import { hubWords } from "./tell-hub.ts";
import { type WebApi, webApi } from "./web-api.ts";

export interface GuideOptions {
  allow?: string | undefined;
  sendTo?: string | undefined;
}

/** What each step needs: the terminal and the words. */
export interface Guide {
  prompt: SecretPrompt;
  words: GuideWords;
  text: SlackMessages;
  apiUrl: string;
  say(text: string): Promise<void>;
  /** Keeps what a step has made, so that a guide that was ended goes on there. */
  keep(tokens: Tokens): Promise<void>;
  /** Says what Slack refused; throws whatever is not for people. */
  sayError(error: unknown): Promise<void>;
}

interface Connected extends Guide {
  api: WebApi;
  find: FindPlaces;
  checked: CheckedTokens;
}

export async function guide(
  call: CommandCall,
  options: GuideOptions,
  config: SlackConfig,
  known: Tokens,
): Promise<boolean> {
  const prompt = await call.openSecretPrompt();
  const terminal = terminalOf(call, prompt, apiUrlOf(known));
  const { words, say } = terminal;
  try {
    await say(`${words.hello}\n`);
    const { tokens, all, checked } = await connectedBy(terminal, config, known);
    await saveTokens(call.settings.stateDirectory, tokens);
    const api = webApi(all.apiUrl, all.botToken, "bot");
    const here: Connected = { ...terminal, api, checked, find: createFindPlaces(api) };
    const people = await whoMayAnswer(here, options.allow, config.people);
    await warnIfOpenToAll(here, call.locale, { ...config, people });
    const send = await whereToAsk(here, options.sendTo, config.send);
    let kept: SlackConfig = { ...config, people, send };
    await saveSlackConfig(kept);
    await say(words.kept(slackConfigPath()));
    const clicked = await runTest(here, call, all, kept);
    kept = await letClickerAnswer(here, kept, clicked);
    if (kept.people.length === 0) await say(words.nobodyYet);
    await say(
      `\n${await hubWords(call, words, { config: kept, isNewToken: isNew(tokens, known) })}`,
    );
    return checked.missingScopes.length === 0;
  } finally {
    prompt.close();
  }
}

function terminalOf(call: CommandCall, prompt: SecretPrompt, apiUrl: string): Guide {
  const say = async (text: string) => void process.stdout.write(`${await call.prose(text)}\n`);
  return {
    ...{ prompt, say, apiUrl },
    words: guideWords(call.locale),
    text: slackMessages(call.locale),
    keep: (tokens) => saveTokens(call.settings.stateDirectory, tokens),
    async sayError(error) {
      if (!(error instanceof SpokenError)) throw error;
      const { message, suggestion } = error.words[call.locale];
      await say(`! ${message}\n  ${suggestion}`);
    },
  };
}

/** Asks again for what Slack refuses: a token is easily copied from the wrong line. */
async function connectedBy(here: Guide, config: SlackConfig, known: Tokens) {
  const { words, say } = here;
  let given = known;
  for (;;) {
    const tokens = await askForTokens(here, config.transport, given);
    const all = transportTokens(config, tokens);
    if (all === null) throw new NoTokens(config.transport);
    try {
      const checked = await checkTokens(all, config.transport);
      await say(words.signedIn(checked.team, checked.bot));
      const page = words.pageNamed("App Manifest");
      if (checked.missingScopes.length > 0)
        await say(words.scopesMissing(checked.missingScopes.join(", "), page));
      return { tokens, all, checked };
    } catch (error) {
      if (!(error instanceof SpokenError) || error.code !== "slack_refused") throw error;
      await here.sayError(error);
      const { botToken: _bot, appToken: _app, ...rest } = given;
      given = { ...rest, appId: tokens.appId };
    }
  }
}

async function whoMayAnswer(
  here: Connected,
  allow: string | undefined,
  before: SlackConfig["people"],
): Promise<SlackConfig["people"]> {
  const { words, say, prompt, find } = here;
  await say(`\n${words.stepPeople}`);
  if (before.length > 0) await say(words.peopleNow(await namesOf(here, before)));
  const first = before.length === 0 ? words.askPeople : words.askMorePeople;
  let given = allow;
  for (;;) {
    const typed = given ?? (await prompt.askOpenly(first)) ?? "";
    if (typed === "") return before;
    try {
      const found = typed === "anyone" ? "anyone" : await find.people(typed);
      await say(words.found(await namesOf(here, found)));
      const isAdded = given === undefined && before !== "anyone" && found !== "anyone";
      return isAdded ? [...new Set([...before, ...found])] : found;
    } catch (error) {
      await here.sayError(error);
      given = undefined;
    }
  }
}

/** Said where it can still be changed: by running the guide again with names. */
async function warnIfOpenToAll({ say }: Connected, locale: Locale, config: SlackConfig) {
  if (!isOpenToAll(config)) return;
  const { what, todo } = OPEN_TO_ALL[locale];
  await say(`! ${what}\n  ${todo}`);
}

async function whereToAsk(
  here: Connected,
  sendTo: string | undefined,
  before: SlackConfig["send"],
): Promise<SlackConfig["send"]> {
  const { words, say, prompt, find } = here;
  await say(`\n${words.stepPlaces}`);
  const known = [...new Set(before.flatMap(({ to }) => to))];
  if (known.length > 0) await say(words.placesNow(await namesOf(here, known)));
  let given = sendTo;
  for (;;) {
    const question = known.length > 0 ? words.askMorePlaces : words.askPlaces;
    const typed = given ?? (await prompt.askOpenly(question)) ?? "";
    if (typed === "") {
      if (known.length === 0) await say(words.noPlace);
      await invite(here, known);
      return before;
    }
    try {
      const places = await find.places(typed);
      await say(words.found(await namesOf(here, places)));
      const { send, behind } = withPlaces(before, places);
      if (behind !== null) await say(words.putInFront(await namesOf(here, [behind.to].flat())));
      await invite(here, [...known, ...places]);
      return send;
    } catch (error) {
      await here.sayError(error);
      given = undefined;
    }
  }
}

/** Waits until the bot is in each channel, or the person goes on without. */
async function invite(here: Connected, places: readonly string[]) {
  const { words, say, prompt, api, find, checked } = here;
  for (const channel of await channelsWithout(api, [...new Set(places)])) {
    const name = await find.nameOf(channel);
    await say(words.notInside(name, checked.bot));
    for (;;) {
      const typed = await prompt.askOpenly(words.askInvited);
      if (typed !== undefined) {
        await say(words.waitsForInvitation(name));
        break;
      }
      if ((await channelsWithout(api, [channel])).length === 0) {
        await say(words.inside(name));
        break;
      }
      await say(words.stillNotInside(name));
    }
  }
}

/** Whoever clicked the test card is at hand, and their id is known now. */
async function letClickerAnswer(
  { words, say, prompt }: Connected,
  config: SlackConfig,
  clicked: { userId: string; name: string } | undefined,
): Promise<SlackConfig> {
  const { people } = config;
  const may = clicked === undefined || people.includes(ANYONE) || people.includes(clicked.userId);
  if (clicked === undefined || people === ANYONE || may) return config;
  const answer = (await prompt.askOpenly(words.mayAnswer(clicked.name))) ?? "y";
  if (!/^(?:y|yes|예|네|ㅇ)/i.test(answer)) return config;
  const next = { ...config, people: [...people, clicked.userId] };
  await saveSlackConfig(next);
  await say(words.added(clicked.name));
  return next;
}

async function namesOf({ find, words }: Connected, ids: string | readonly string[]) {
  if (typeof ids === "string") return words.anybody;
  const named = async (id: string) => {
    if (id === ANYONE) return words.anybody;
    const name = await find.nameOf(id);
    return name === id || name.startsWith("#") ? name : `${name} (${id})`;
  };
  return (await Promise.all(ids.map(named))).join(", ");
}

function isNew(tokens: Tokens, known: Tokens): boolean {
  return tokens.botToken !== known.botToken || tokens.appToken !== known.appToken;
}
