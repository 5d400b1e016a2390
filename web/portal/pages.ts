/**
 * The pages and their addresses. Each is loaded when it is first shown, so that nobody waits for
 * what they do not look at. `parts/nav.ts` has those with a link in the bar.
 */
import type { ComponentType } from "preact";
import { PASSKEYS_PATH } from "../shared/route.ts";

export interface PageEntry {
  /** What its first group finds is the page's `id`. */
  path: RegExp;
  load(): Promise<ComponentType<{ id: string }>>;
}

export const PAGES: readonly PageEntry[] = [
  {
    path: /^\/choice\/([^/]+)\/?$/,
    load: async () => (await import("./question/choice-view.tsx")).ChoiceView,
  },
  {
    path: new RegExp(`^${PASSKEYS_PATH}$`),
    load: async () => (await import("./passkeys/passkeys-view.tsx")).PasskeysView,
  },
  {
    path: /^\/agents(?:\/(\d+))?$/,
    load: async () => (await import("./agent/agents-view.tsx")).AgentsView,
  },
  {
    path: /^\/history$/,
    load: async () => (await import("./history/history-view.tsx")).HistoryView,
  },
  {
    path: /^\/figures$/,
    load: async () => (await import("./figures/figures-view.tsx")).FiguresView,
  },
  {
    path: /^\/$/,
    load: async () => (await import("./triage/triage-view.tsx")).TriageView,
  },
];

/** An address that nobody knows shows the questions. */
export function pageFor(pathname: string): { page: PageEntry; id: string } {
  for (const page of PAGES) {
    const found = page.path.exec(pathname);
    if (found !== null) return { page, id: decodeURIComponent(found[1] ?? "") };
  }
  return { page: PAGES.at(-1) as PageEntry, id: "" };
}
