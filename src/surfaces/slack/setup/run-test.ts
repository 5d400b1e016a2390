/** The last step of the guide: a test card in Slack, and its click on the way back. */
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { App, Logger, ReceiverEvent } from "@slack/bolt";
import { z } from "zod";
import { SpokenError } from "../../../core/ask/spoken-error.ts";
import type { CommandCall } from "../../command.ts";
import type { AllTokens, SlackConfig } from "./config.ts";
import type { FindPlaces } from "./find-places.ts";
import type { Guide } from "./guide.ts";
import {
  awaitTestClick,
  clickedCard,
  TEST_ACTION,
  type TestClick,
  testCard,
  testClickPath,
} from "./test-card.ts";
import type { WebApi } from "./web-api.ts";

interface TestParts extends Guide {
  api: WebApi;
  find: FindPlaces;
}

const Click = z.looseObject({
  user: z.looseObject({ id: z.string() }),
  actions: z.array(z.looseObject({ action_id: z.string(), value: z.string().default("") })),
});

/** Whoever clicked; undefined if there was no click, or no place for a card. */
export async function runTest(
  here: TestParts,
  call: CommandCall,
  tokens: AllTokens,
  config: SlackConfig,
): Promise<TestClick | undefined> {
  const { words, say, prompt, find } = here;
  const place = placeIn(config);
  if (place === undefined) return undefined;
  await say(`\n${words.stepTest}`);
  const isInHub = await hubListens(call, config);
  if (!isInHub && config.transport === "http") {
    await say(words.testNeedsHub);
    return undefined;
  }
  const nonce = randomUUID();
  const over = new AbortController();
  const heard = isInHub
    ? awaitTestClick(testClickPath(join(call.settings.stateDirectory, "slack")), nonce, over.signal)
    : hearHere(here, tokens, nonce, over.signal);
  try {
    const posted = await post(here, place, nonce, call);
    if (posted === undefined) return undefined;
    await say(words.testPosted(await find.nameOf(place)));
    const asked = new AbortController();
    const skipped = prompt.askOpenly(words.askSkipTest, asked.signal).then(() => undefined);
    const click = await Promise.race([heard, skipped]);
    asked.abort();
    await skipped;
    if (click === undefined) await say(words.testNotHeard);
    else {
      await say(words.testHeard(click.name));
      if (!isInHub) await showClicked(here, posted, click.name, call);
    }
    return click;
  } finally {
    over.abort();
    await heard.catch(() => undefined);
  }
}

/** The place of the rule for everything, else the first there is. */
function placeIn({ send }: SlackConfig): string | undefined {
  const all = send.find(({ project, source, urgency }) => !(project ?? source ?? urgency));
  return [all?.to ?? send[0]?.to ?? []].flat()[0];
}

async function hubListens(call: CommandCall, { transport }: SlackConfig): Promise<boolean> {
  const health = (await call.hubHealth().catch(() => null))?.["slack"];
  const slack = z.looseObject({ state: z.string(), transport: z.string() }).safeParse(health).data;
  return slack?.state === "connected" && slack.transport === transport;
}

async function post(here: TestParts, place: string, nonce: string, call: CommandCall) {
  const { api, words, say } = here;
  const [id = "", threadTs] = place.split(":");
  const { text, blocks } = testCard(nonce, call.locale);
  try {
    const channel = /^[UW]/.test(id) ? await directTo(api, id) : id;
    const { body } = await api.call("chat.postMessage", {
      ...{ channel, text, blocks: JSON.stringify(blocks) },
      ...(threadTs && { thread_ts: threadTs }),
    });
    return { channel, ts: String(body["ts"]) };
  } catch (error) {
    if (!(error instanceof SpokenError)) throw error;
    await say(words.testFailed(error.words[call.locale].message));
    return undefined;
  }
}

async function directTo(api: WebApi, userId: string): Promise<string> {
  const { body } = await api.call("conversations.open", { users: userId });
  return z.looseObject({ id: z.string() }).parse(body["channel"]).id;
}

async function showClicked(
  { api }: TestParts,
  at: { channel: string; ts: string },
  name: string,
  call: CommandCall,
) {
  const { text, blocks } = clickedCard(name, call.locale);
  await api
    .call("chat.update", { ...at, text, blocks: JSON.stringify(blocks) })
    .catch(() => undefined);
}

/** No hub holds the connection, so this process does for as long as the test runs. */
async function hearHere(
  { find }: TestParts,
  { appToken, apiUrl }: AllTokens,
  nonce: string,
  signal: AbortSignal,
): Promise<TestClick | undefined> {
  const { createSockets } = await import("../transport/sockets.ts");
  const sockets = createSockets({ appToken, apiUrl, logger: silent, count: 1 });
  const userId = await new Promise<string | undefined>((resolve) => {
    signal.addEventListener("abort", () => resolve(undefined), { once: true });
    const processEvent = async ({ body, ack }: ReceiverEvent) => {
      const click = Click.safeParse(body).data;
      const isOurs = click?.actions.some(
        ({ action_id: id, value }) => id === TEST_ACTION && value === nonce,
      );
      // What is not about the test is left to the hub that will run: Slack sends it again.
      if (click === undefined || isOurs !== true) return;
      await ack();
      resolve(click.user.id);
    };
    // A receiver uses only `processEvent` of the app.
    sockets.init({ processEvent } as App);
    void sockets.start();
  });
  const name = userId === undefined ? "" : await find.nameOf(userId);
  await sockets.stop();
  return userId === undefined ? undefined : { nonce, userId, name };
}

const nothing = () => undefined;
const silent: Logger = {
  ...{ debug: nothing, info: nothing, warn: nothing, error: nothing },
  ...{ setLevel: nothing, setName: nothing },
  getLevel: () => "error" as ReturnType<Logger["getLevel"]>,
};
