/** `askline remote`: the hub elsewhere that this machine works with. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AsklineError } from "../../core/ask/errors.ts";
import { printableJson } from "../../core/json.ts";
import type { Locale } from "../../core/locale.ts";
import { loadSettings } from "../../desk/settings.ts";
import { writeJson } from "../../store/file/durable-file.ts";
import { type Looked, lookAt } from "../../store/remote/look.ts";
import type { CommonOptions } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { inWords, UsageError } from "../failure.ts";
import { languageBy } from "../language.ts";
import { prose } from "../prose.ts";
import { checkAddress, checkRemote, isReadable } from "../remote/address.ts";
import { remoteMessages } from "../remote/messages.ts";
import {
  isRemote,
  REMOTE_FILE,
  type RemoteHub,
  remoteHere,
  withoutSlash,
} from "../remote/remote-here.ts";

interface RemoteOptions extends CommonOptions {
  project?: string;
  insecure?: boolean;
  retry?: boolean;
}

export async function remote(
  what: string,
  url: string | undefined,
  options: RemoteOptions,
): Promise<number> {
  const { stateDirectory, language } = loadSettings({ stateDirectory: options.stateDir }).values;
  const here = { stateDirectory, locale: languageBy(language), options };
  switch (what) {
    case "add":
      return add(url ?? "", here);
    case "remove":
      return remove(here);
    case "status":
      return status(here);
    default:
      throw new UsageError((usage) => usage.notARemoteCommand(what));
  }
}

interface Here {
  stateDirectory: string;
  locale: Locale;
  options: RemoteOptions;
}

/** The hub is asked first, so that a wrong address or token is never kept. */
async function add(given: string, here: Here): Promise<number> {
  const { stateDirectory, locale, options } = here;
  const text = remoteMessages(locale);
  const url = withoutSlash(given);
  const address = checkAddress(url, { isInsecureFine: options.insecure === true });
  if (isReadable(address)) process.stderr.write(`${await prose(text.readable, process.stderr)}\n`);
  const token = process.env["ASKLINE_TOKEN"] || (await tokenFrom(text.askToken));
  checkRemote({ url, token, from: "file" });
  const { project } = options;
  const looked = await lookAt({ url, token, directory: join(stateDirectory, "remote") });
  if (looked.trouble !== null) throw looked.trouble;
  mkdirSync(stateDirectory, { recursive: true, mode: 0o700 });
  const kept = { url, token, ...(project !== undefined && { project }) };
  await writeJson(join(stateDirectory, REMOTE_FILE), kept);
  return say(here, looked, `${text.works(url, looked.me?.hub.version ?? "")} ${text.added}`);
}

async function remove(here: Here): Promise<number> {
  const { stateDirectory, locale, options } = here;
  const text = remoteMessages(locale);
  const known = remoteHere(stateDirectory);
  rmSync(join(stateDirectory, REMOTE_FILE), { force: true });
  const isStill = isRemote(stateDirectory);
  const words =
    known === null ? text.none : isStill ? text.fromEnvironment : text.removed(known.url);
  const forPrograms = printableJson({ url: isStill ? known?.url : null });
  process.stdout.write(`${options.json ? forPrograms : await prose(words)}\n`);
  return EXIT.ok;
}

async function status(here: Here): Promise<number> {
  const { stateDirectory, locale, options } = here;
  const text = remoteMessages(locale);
  const known = remoteHere(stateDirectory);
  if (known === null) {
    process.stdout.write(
      `${options.json ? printableJson({ url: null }) : await prose(text.none)}\n`,
    );
    return EXIT.ok;
  }
  checkRemote(known);
  const directory = join(stateDirectory, "remote");
  if (options.retry) await sendOnceMore(known, directory);
  const looked = await lookAt({ ...known, directory });
  const { me, trouble } = looked;
  const head =
    trouble === null
      ? text.works(known.url, me?.hub.version ?? "")
      : `${text.notReached(known.url)} ${inWords(trouble, locale).message}`;
  const more = [
    ...(known.project === undefined ? [] : [text.project(known.project)]),
    ...(known.from === "environment" ? [text.fromEnvironment] : []),
  ];
  return say(here, looked, [head, ...more].join("\n"));
}

/** What came of it stands in the status that follows. */
async function sendOnceMore(known: RemoteHub, directory: string) {
  const { sendAgain } = await import("../../store/remote/send-again.ts");
  try {
    await sendAgain({ ...known, directory, onWarning: () => undefined });
  } catch (error) {
    if (!(error instanceof AsklineError)) throw error;
  }
}

async function say({ locale, options }: Here, looked: Looked, head: string): Promise<number> {
  const text = remoteMessages(locale);
  const { url, me, trouble, waiting } = looked;
  const code = trouble === null ? EXIT.ok : EXIT.failure;
  if (options.json) {
    const error = trouble && { code: trouble.code, ...inWords(trouble, "en") };
    process.stdout.write(`${printableJson({ url, ...me, error, waiting })}\n`);
    return code;
  }
  const rights =
    me === null
      ? []
      : [text.rights({ ...me, name: me.token?.name ?? null, person: me.token?.person })];
  const items = waiting.map((one) => `  ${itemInWords(one)}`);
  const queue = items.length === 0 ? [] : [text.waiting(items.length), ...items];
  if (waiting.some((one) => one.isRefusedForGood)) queue.push(text.givenUp);
  process.stdout.write(`${await prose([head, ...rights, ...queue].join("\n"))}\n`);
  return code;

  function itemInWords({ id, title, kind, refused }: Looked["waiting"][number]): string {
    if (refused !== undefined) return text.item.refused(id.slice(0, 8), refused);
    return kind === "ask" ? text.item.ask(title) : text.item.answer(id.slice(0, 8));
  }
}

/** Typed where nobody sees it, or piped in; never an argument, which every account can read. */
async function tokenFrom(question: string): Promise<string> {
  if (process.stdin.isTTY !== true) {
    let piped = "";
    for await (const part of process.stdin.setEncoding("utf8")) piped += part;
    return piped.trim();
  }
  const { openSecretPrompt } = await import("../secrets.ts");
  const prompt = openSecretPrompt();
  try {
    return (await prompt.ask(question))?.trim() ?? "";
  } finally {
    prompt.close();
  }
}
