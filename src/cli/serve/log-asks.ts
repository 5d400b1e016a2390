/** A line in the log for each ask that is put and each that is settled: what and when, not a word of it. */
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import type { Desk } from "../../desk/desk.ts";
import type { HubLog } from "./log.ts";

const MOST_REMEMBERED = 10_000;

/** Returns what ends it. */
export async function logAsks(
  desk: Pick<Desk, "watch">,
  { event }: Pick<HubLog, "event">,
): Promise<() => void> {
  const startedAt = new Date().toISOString();
  const told = new Set<string>();
  const watch = await desk.watch(({ ask }) => ask !== null && hear(ask), { after: "now" });
  return () => watch.close();

  function hear(ask: Ask) {
    const { id, createdAt, returnPath, urgency, source } = ask;
    if (createdAt >= startedAt && isNew(`put ${id}`))
      event("ask_put", { ask: id, source: source.kind, returnPath, urgency });
    if (!isSettled(ask)) return;
    const { status, provenance } = ask.outcome;
    if (provenance.at < startedAt || !isNew(`settled ${id}`)) return;
    const seconds = (Date.parse(provenance.at) - Date.parse(createdAt)) / 1000;
    event("ask_settled", {
      ask: id,
      status,
      by: provenance.by,
      surface: provenance.surface,
      seconds,
    });
  }

  function isNew(name: string): boolean {
    if (told.has(name)) return false;
    told.add(name);
    if (told.size > MOST_REMEMBERED) told.delete(told.values().next().value ?? "");
    return true;
  }
}
