/** What `askline ntfy` does. */
import { text as textOf } from "node:stream/consumers";
import { type Sentences, SpokenError } from "../../core/ask/spoken-error.ts";
import { publicAddressOf } from "../../http/public-address.ts";
import type { CommandCall } from "../command.ts";
import { forgetNtfy, isTopic, loadNtfy, type Ntfy, saveNtfy } from "./config.ts";
import { type NtfyMessages, ntfyMessages } from "./messages.ts";
import { type Access, accessOf, isTokenGood, publish } from "./server.ts";

class NtfyTrouble extends SpokenError {
  readonly code = "ntfy";
  constructor(say: (text: NtfyMessages) => Sentences) {
    super({ en: say(ntfyMessages("en")), ko: say(ntfyMessages("ko")) });
  }
}

export async function connect(call: CommandCall): Promise<boolean> {
  const { words, options, settings, locale } = call;
  const [given = ""] = words;
  if (!isTopic(given)) throw new NtfyTrouble((text) => text.notATopic(given));
  const showText = options["text"] === true;
  const buttons = options["buttons"] === true;
  if (buttons && !showText) throw new NtfyTrouble((text) => text.buttonsWithoutText);
  const ntfy: Ntfy = { topic: given, showText, buttons, token: await tokenFrom(call) };
  const access = await accessOf(ntfy.topic);
  if (ntfy.token !== null && (await isTokenGood(ntfy)) === false)
    throw new NtfyTrouble((text) => text.badToken);
  if (showText && (ntfy.token === null || access !== "closed"))
    throw new NtfyTrouble((text) => text.textToAll);
  await saveNtfy(settings, ntfy);
  return say(call, ntfy, access, [ntfyMessages(locale).connected(ntfy.topic)]);
}

export async function status(call: CommandCall): Promise<boolean> {
  const ntfy = loadNtfy(call.settings);
  if (ntfy === null) return none(call);
  return say(call, ntfy, await accessOf(ntfy.topic), [ntfy.topic]);
}

export async function test(call: CommandCall): Promise<boolean> {
  const ntfy = loadNtfy(call.settings);
  if (ntfy === null) return none(call);
  const text = ntfyMessages(call.locale);
  const message = { title: text.test, message: text.testBody, priority: 3 };
  await publish(ntfy, { ...message, sequence_id: "askline-test" }).catch((error: Error) => {
    throw new NtfyTrouble((own) => own.notSent(error.message));
  });
  return print(call, { sent: true }, text.sent);
}

export async function disconnect(call: CommandCall): Promise<boolean> {
  forgetNtfy(call.settings);
  return print(call, { topic: null }, ntfyMessages(call.locale).gone);
}

/** Typed where nobody sees it, or piped; never an argument, which every account can read. */
async function tokenFrom({ locale, openSecretPrompt }: CommandCall): Promise<string | null> {
  if (process.stdin.isTTY !== true) return (await textOf(process.stdin)).trim() || null;
  const prompt = await openSecretPrompt();
  try {
    return (await prompt.ask(ntfyMessages(locale).token)) ?? null;
  } finally {
    prompt.close();
  }
}

function say(call: CommandCall, ntfy: Ntfy, access: Access, first: string[]): Promise<boolean> {
  const text = ntfyMessages(call.locale);
  const isPrivate = ntfy.showText && ntfy.token !== null && access === "closed";
  const sends = !isPrivate ? "nothing" : ntfy.buttons ? "buttons" : "text";
  const hasSite = publicAddressOf(call.settings) !== "";
  const lines = [
    ...first,
    text.access[access],
    text.sends[sends],
    ...(hasSite ? [] : [text.noAddress]),
  ];
  const { topic, showText, buttons, token } = ntfy;
  const facts = {
    topic,
    showText,
    buttons,
    hasToken: token !== null,
    access,
    sendsText: isPrivate,
  };
  return print(call, facts, lines.join("\n"));
}

function none(call: CommandCall): Promise<boolean> {
  return print(call, { topic: null }, ntfyMessages(call.locale).none);
}

async function print(call: CommandCall, facts: object, sentence: string): Promise<boolean> {
  const text = call.isForPrograms ? JSON.stringify(facts) : await call.prose(sentence);
  process.stdout.write(`${text}\n`);
  return true;
}
