/** `askline inbox`: every open question of every agent, full-screen on this terminal. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentLog } from "../../store/agent-log.ts";
import { openInbox } from "../../surfaces/inbox/inbox.ts";
import { agentLogPath } from "../agent-log.ts";
import { type CommonOptions, type Context, withContext } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { CommandError, UsageError } from "../failure.ts";
import { messages } from "../messages.ts";
import type { WebPage } from "../portal.ts";
import { beforeSignalEnds } from "../signals.ts";

export async function inbox(options: CommonOptions): Promise<number> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new UsageError((usage) => usage.noTerminalForInbox());
  return withContext(options, async (context) => {
    const { desk, interaction, presence, locale, person, settings } = context;
    const pages = openPages(context);
    const agents = openAgents(context);
    const opened = openInbox({
      desk,
      interaction,
      locale,
      person,
      memoryPath: join(settings.values.stateDirectory, "inbox.json"),
      input: process.stdin,
      output: process.stdout,
      environment: process.env,
      browse: pages.show,
      agents,
      onPerson: () => presence.mark("inbox"),
    });
    const stay = beforeSignalEnds(opened.close);
    try {
      await opened.left;
    } finally {
      await opened.close();
      await pages.close();
      await agents.close();
      await stay();
    }
    return EXIT.ok;
  });
}

/** The agents' log and the way to the hub, loaded when somebody wants to see agents. */
function openAgents({ settings, locale }: Context) {
  const path = agentLogPath(settings);
  let log: Promise<AgentLog> | undefined;
  return { read, send, close };

  async function read() {
    if (!existsSync(path)) return [];
    const { openSqlLog } = await import("../../store/sql/sql-log.ts");
    const { roster } = await import("../../agents/roster.ts");
    log ??= openSqlLog({ path });
    return roster(await log);
  }

  async function send(agentId: number, text: string): Promise<string> {
    const { sendText } = await import("./send.ts");
    const { delivery, forPeople } = await sendText(settings, String(agentId), text).catch(inOwnWords);
    if (delivery.state === "refused") throw new Error(forPeople);
    return forPeople;
  }

  function inOwnWords(error: unknown): never {
    throw error instanceof CommandError ? new Error(error.say(messages(locale).usage).message) : error;
  }

  async function close() {
    await (await log)?.close();
  }
}

/** Asks shown in the browser. The server for them is loaded, and started, only when somebody wants one. */
function openPages(context: Context) {
  const shown: WebPage[] = [];
  let address: string | null = null;
  let showOnWeb: ((askId: string) => Promise<WebPage>) | undefined;
  return { show, close };

  /** Gives back the address where there is no browser to open it. */
  async function show(askId: string): Promise<string | null> {
    const { createShowOnWeb } = await import("../portal.ts");
    showOnWeb ??= createShowOnWeb(context, (link) => {
      address = link;
    });
    address = null;
    shown.push(await showOnWeb(askId));
    return address;
  }

  async function close() {
    await Promise.all(shown.map((page) => page.done()));
  }
}
