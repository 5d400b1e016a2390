/** `askline slack connect` without a terminal: everything is given, and what is wrong is said. */
import { printableJson } from "../../../core/json.ts";
import type { CommandCall } from "../../command.ts";
import { checkTokens } from "./check-tokens.ts";
import {
  type SlackConfig,
  saveSlackConfig,
  saveTokens,
  slackConfigPath,
  type Tokens,
  transportTokens,
} from "./config.ts";
import { createFindPlaces, type FindPlaces } from "./find-places.ts";
import type { GuideOptions } from "./guide.ts";
import { NoTokens } from "./guide-tokens.ts";
import { guideWords } from "./guide-words.ts";
import { channelsWithout } from "./membership.ts";
import { slackMessages } from "./messages.ts";
import { isOpenToAll, OPEN_TO_ALL } from "./open-to-all.ts";
import { withPlaces } from "./send-rules.ts";
import { hubWords } from "./tell-hub.ts";
import { webApi } from "./web-api.ts";

interface GivenTokens {
  /** Those of last time, or of the environment. */
  kept: Tokens;
  given: Tokens;
}

/** True if the app has every scope that it needs. */
export async function connectAtOnce(
  call: CommandCall,
  options: GuideOptions,
  config: SlackConfig,
  { kept, given }: GivenTokens,
): Promise<boolean> {
  const text = slackMessages(call.locale);
  const words = guideWords(call.locale);
  const tokens = transportTokens(config, given);
  if (tokens === null) throw new NoTokens(config.transport);
  const checked = await checkTokens(tokens, config.transport);
  const api = webApi(tokens.apiUrl, tokens.botToken, "bot");
  const find = createFindPlaces(api);
  // Named before anything is kept: a name that Slack does not know changes nothing.
  const people = await peopleIn(options, config, find);
  const places = options.sendTo === undefined ? [] : await find.places(options.sendTo);
  const added = places.length === 0 ? null : withPlaces(config.send, places);
  const next: SlackConfig = { ...config, people, send: added?.send ?? config.send };
  await saveTokens(call.settings.stateDirectory, given);
  await saveSlackConfig(next);
  const without = await channelsWithout(api, places);
  const isNewToken = given.botToken !== kept.botToken || given.appToken !== kept.appToken;
  const hub = await hubWords(call, words, { config: next, isNewToken });
  const openToAll = OPEN_TO_ALL[call.locale];
  const warnings = [
    ...(people.length === 0 ? [text.nobodyAllowed] : []),
    ...(isOpenToAll(next) ? [openToAll.what, openToAll.todo] : []),
    ...(checked.missingScopes.length > 0 ? [text.scopesMissing(checked.missingScopes)] : []),
    ...(added?.behind == null ? [] : [words.putInFront([added.behind.to].flat().join(", "))]),
    ...(await Promise.all(
      without.map(async (channel) => text.notInside(await find.nameOf(channel), checked.bot)),
    )),
  ];
  if (call.isForPrograms) {
    const { transport } = config;
    const told = { ...checked, transport, file: slackConfigPath(), notIn: without };
    process.stdout.write(`${printableJson(told)}\n`);
  } else {
    const lines = [text.connected(checked.team, checked.bot, slackConfigPath()), hub];
    process.stdout.write(`${lines.join("\n")}\n`);
    for (const warning of warnings) process.stderr.write(`${warning}\n`);
  }
  return checked.missingScopes.length === 0;
}

async function peopleIn(
  { allow }: GuideOptions,
  { people }: SlackConfig,
  find: FindPlaces,
): Promise<SlackConfig["people"]> {
  if (allow === undefined) return people;
  return allow === "anyone" ? allow : find.people(allow);
}
