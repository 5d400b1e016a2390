/**
 * What a surface needs to take over this terminal. Pages and agents are loaded when the
 * person wants to see them.
 */
import { existsSync } from "node:fs";
import { deskByKeys } from "../../desk/agent-here.ts";
import type { AgentLog } from "../../store/agent-log.ts";
import type { Terminal } from "../../surfaces/command.ts";
import { agentLogPath } from "../agent-log.ts";
import type { Context } from "../context.ts";
import { CommandError } from "../failure.ts";
import type { WebPage } from "../hub-parts/web-page.ts";
import { beforeSignalEnds } from "../signals.ts";

export function terminalHere(context: Context): Terminal {
  const { interaction, presence, locale, person } = context;
  const desk = deskByKeys(context.desk, context.settings.values);
  const pages = openPages(context);
  const { close, ...agents } = openAgents(context);
  return {
    ...{ desk, interaction, locale, person, agents, beforeSignalEnds },
    onPerson: presence.mark,
    browse: pages.show,
    async close() {
      await pages.close();
      await close();
    },
  };
}

/** The agents' log and the way to the hub, loaded when the person wants to see agents. */
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
    const { sendText } = await import("../commands/send.ts");
    const { delivery, forPeople } = await sendText(settings, String(agentId), text).catch(
      inOwnWords,
    );
    if (delivery.state === "refused") throw new Error(forPeople);
    return forPeople;
  }

  function inOwnWords(error: unknown): never {
    throw error instanceof CommandError ? new Error(error.words[locale].message) : error;
  }

  async function close() {
    await (await log)?.close();
  }
}

/** Asks shown in the browser. Their server is loaded and started only when the person wants one. */
function openPages(context: Context) {
  const shown: WebPage[] = [];
  let address: string | null = null;
  let showOnWeb: ((askId: string) => Promise<WebPage>) | undefined;
  return { show, close };

  /** Returns the address if there is no browser to open it. */
  async function show(askId: string): Promise<string | null> {
    const { createShowOnWeb } = await import("../hub-parts/web-page.ts");
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
