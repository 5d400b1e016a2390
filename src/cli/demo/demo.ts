/**
 * `askline demo`: a few good questions by scripted agents, on a hub of their own, so that a
 * newcomer sees every surface within a minute. Everything lives in a temporary folder,
 * apart from real questions.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Ask, SettledAsk } from "../../core/ask/ask.ts";
import { wordOutcome } from "../../core/ask/wording.ts";
import { printableJson } from "../../core/json.ts";
import { safeText } from "../../core/safety/safe-text.ts";
import { shellCommand, shellWord } from "../../core/safety/shell/shell-quote.ts";
import { publishHub } from "../../hub/address.ts";
import type { Hub } from "../../hub/hub.ts";
import { openBrowser } from "../browser.ts";
import { type CommonOptions, type Context, openContext } from "../context.ts";
import { askAsJson, shortId } from "../describe.ts";
import { EXIT } from "../exit-codes.ts";
import { hubFile, startPortal, tokenOf } from "../hub-parts/web-page.ts";
import { programHere } from "../launch.ts";
import { canPromptHere, promptUntilSettled } from "../prompting.ts";
import { prose } from "../prose.ts";
import { isTemporaryCopy } from "../setup/installation.ts";
import { beforeSignalEnds } from "../signals.ts";
import { type DemoAsk, demoScript } from "./script.ts";

// There is no hurry, but a forgotten demo ends by itself.
const TIMEOUT_SECONDS = 1_800;
// How long the pages may show the last outcome.
const LAST_WORD_MS = 1_500;

export async function demo(options: CommonOptions): Promise<number> {
  const folder = options.stateDir ?? mkdtempSync(join(tmpdir(), "askline-demo-"));
  const context = openContext({ stateDir: folder, sessionsDir: join(folder, "sessions") });
  const leaving = new AbortController();
  let hub: Hub | undefined;
  const stay = beforeSignalEnds(async () => {
    leaving.abort();
    await tidyUp();
  });
  try {
    hub = await startOwnHub(context);
    const asks = await putAsks(context);
    say(await introduction(hub, asks, context, folder), options);
    const settled = await untilSettled(asks, context, leaving.signal, (one) =>
      say(inWords(one, context), options),
    );
    say(`\n${demoScript(context.locale).finished(initCommand())}`, options);
    if (options.json) process.stdout.write(`${printableJson({ asks: settled.map(askAsJson) })}\n`);
    await new Promise((resolve) => setTimeout(resolve, LAST_WORD_MS));
    return EXIT.ok;
  } finally {
    await stay();
    await tidyUp();
  }

  async function tidyUp() {
    await hub?.close();
    hub = undefined;
    await context.desk.close();
    if (options.stateDir === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function startOwnHub(context: Context): Promise<Hub> {
  const { hub } = await startPortal(context);
  const { url, site } = hub;
  const token = (await tokenOf(context))();
  await publishHub(hubFile(context), { url, site, token });
  return hub;
}

/** A command that exists as it is written: a copy of npx goes again, and needs installing first. */
function initCommand(): string {
  if (isTemporaryCopy()) return "npm install -g askline && askline init";
  return shellCommand([...programHere(), "init"]);
}

/** All at once: the demo shows one place where the questions of every agent wait. */
async function putAsks({ desk, locale }: Context): Promise<Ask[]> {
  const asks: Ask[] = [];
  for (const ask of demoScript(locale).asks) asks.push(await desk.ask(inputFrom(ask)));
  return asks;
}

function inputFrom({ project, ...ask }: DemoAsk) {
  const source = { kind: "demo", project };
  return {
    ...ask,
    source,
    timeoutSeconds: TIMEOUT_SECONDS,
    onTimeout: "none" as const,
    mode: "detached" as const,
  };
}

async function introduction(
  hub: Hub,
  asks: readonly Ask[],
  { settings, locale }: Context,
  folder: string,
): Promise<string> {
  const text = demoScript(locale);
  const isOpened = openBrowser(hub.openingTo("/"), settings.values.browser);
  const link = hub.linkTo("/");
  const [first] = asks;
  const program = shellCommand(programHere());
  const commands = [
    `inbox --state-dir ${shellWord(folder)}`,
    `answer ${first && shortId(first)} 2 --state-dir ${shellWord(folder)}`,
  ];
  return [
    await prose(text.welcome),
    "",
    await prose(isOpened ? text.opened : text.openYourself),
    `  ${link}`,
    await prose(text.answerAnywhere),
    ...commands.map((command) => `  ${program} ${command}`),
    "",
    ...(canPromptHere() ? [] : [text.waiting]),
  ].join("\n");
}

/**
 * On a terminal, one prompt after the other; questions answered elsewhere meanwhile are skipped.
 */
async function untilSettled(
  asks: readonly Ask[],
  context: Context,
  leaving: AbortSignal,
  tell: (settled: SettledAsk) => void,
): Promise<SettledAsk[]> {
  const { desk } = context;
  const follow = async (ask: Ask) => {
    const prompts = canPromptHere() && (await desk.load(ask.id)).outcome === null;
    const settled = await (prompts
      ? promptUntilSettled(ask, context, { leaving })
      : desk.wait(ask.id, { signal: leaving }));
    tell(settled);
    return settled;
  };
  if (!canPromptHere()) return Promise.all(asks.map(follow));
  const settled: SettledAsk[] = [];
  for (const ask of asks) {
    const one = await follow(ask);
    settled.push(one);
    if (isLeft(one)) break;
  }
  return settled;
}

/** A person who cancels here, by Escape or Ctrl-C, has seen enough. */
function isLeft({ outcome }: SettledAsk): boolean {
  return (
    outcome.status === "rejected" &&
    outcome.kind === "cancel" &&
    outcome.provenance.surface === "terminal"
  );
}

function inWords(settled: SettledAsk, { locale }: Context): string {
  const words = safeText(wordOutcome(settled)).replaceAll(/^/gm, "  ");
  return `${demoScript(locale).decided(settled.outcome.provenance)}\n${words}\n`;
}

function say(text: string, { json }: CommonOptions) {
  (json ? process.stderr : process.stdout).write(`${text}\n`);
}
