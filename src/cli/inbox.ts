/** `askline inbox`: every open question of every agent, full-screen on this terminal. */
import { join } from "node:path";
import { openInbox } from "../surfaces/inbox/inbox.ts";
import { EXIT } from "./exit-codes.ts";
import { UsageError } from "./failure.ts";
import type { WebPage } from "./portal.ts";
import { beforeSignalEnds } from "./signals.ts";
import { atDesk, type CommonOptions, type Workplace } from "./workplace.ts";

export async function inbox(options: CommonOptions): Promise<number> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) throw new UsageError((usage) => usage.noTerminalForInbox());
  return atDesk(options, async (workplace) => {
    const { desk, interaction, locale, person, settings } = workplace;
    const pages = openPages(workplace);
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
    });
    const stay = beforeSignalEnds(opened.close);
    try {
      await opened.left;
    } finally {
      await opened.close();
      await pages.close();
      await stay();
    }
    return EXIT.ok;
  });
}

/** Asks shown in the browser. The server for them is loaded, and started, only when somebody wants one. */
function openPages(workplace: Workplace) {
  const shown: WebPage[] = [];
  let address: string | null = null;
  let showing: ((askId: string) => Promise<WebPage>) | undefined;
  return { show, close };

  /** Gives back the address where there is no browser to open it. */
  async function show(askId: string): Promise<string | null> {
    const { createWebShow } = await import("./portal.ts");
    showing ??= createWebShow(workplace, (link) => {
      address = link;
    });
    address = null;
    shown.push(await showing(askId));
    return address;
  }

  async function close() {
    await Promise.all(shown.map((page) => page.done()));
  }
}
