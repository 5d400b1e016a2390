/** The last open questions that this browser saw, for a start without the hub. */
import type { Evidence } from "../../../src/agents/dialogs/evidence/evidence.ts";
import type { ChoicePage } from "../../../src/surfaces/portal/wire.ts";
import { keep, recall } from "../../shared/memory.ts";

interface KeptPage {
  page: ChoicePage;
  evidence: Evidence | null | undefined;
  at: number;
}

const PREFIX = "askline:page:";
const MOST_PAGES = 12;
// The browser has about five megabytes for everything.
const LARGEST = 150_000;
const KEPT_MS = 7 * 24 * 3600 * 1000;

export const keptPages = { save, load };

/** Null forgets it. */
function save(id: string, kept: Omit<KeptPage, "at"> | null) {
  const isSmall = kept !== null && JSON.stringify(kept).length <= LARGEST;
  keep(PREFIX + id, isSmall ? { ...kept, at: Date.now() } : null);
  const old = Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, at: Number((recall(key) as Partial<KeptPage> | null)?.at ?? 0) }))
    .sort((one, other) => other.at - one.at)
    .filter(({ at }, index) => index >= MOST_PAGES || Date.now() - at > KEPT_MS);
  for (const { key } of old) keep(key, null);
}

/** Only `save` wrote it, in this version of the page or another: what does not look like one is none. */
function load(id: string): KeptPage | null {
  const kept = recall(PREFIX + id) as Partial<KeptPage> | null;
  const isPage = Array.isArray(kept?.page?.ask?.questions) && kept?.page?.interaction !== undefined;
  return isPage && typeof kept?.at === "number" ? (kept as KeptPage) : null;
}
