/**
 * Saves settings one after the other and shows each at once, so that a person's choice
 * never jumps back meanwhile.
 */

import { createQueue } from "../../../src/core/queue.ts";
import type { Interaction, InteractionChange } from "../../../src/desk/interaction.ts";
import { api } from "../parts/api.ts";

/** A function computes its change from the latest settings, which may not have been drawn yet. */
export type SettingChange = InteractionChange | ((saved: Interaction) => InteractionChange);

export interface Saver {
  save(change: SettingChange): Promise<void>;
  /**
   * Whether a change is still being saved. Settings reported by the server are
   * then older than those shown.
   */
  isBusy(): boolean;
}

export function createSaver(parts: {
  latest(): Interaction | undefined;
  show(saved: Interaction): void;
  /** Every change is saved; `saved` is what the server holds now. */
  onSaved(saved: Interaction): void;
  onFailed(error: unknown): void;
}): Saver {
  let underWay = 0;
  const inTurn = createQueue();
  return { save, isBusy: () => underWay > 0 };

  async function save(change: SettingChange) {
    const latest = parts.latest();
    if (latest === undefined) return;
    const wanted = typeof change === "function" ? change(latest) : change;
    parts.show(changed(latest, wanted));
    underWay += 1;
    try {
      const saved = await inTurn(() => api.saveSettings(wanted));
      underWay -= 1;
      if (underWay === 0) parts.onSaved(saved);
    } catch (error) {
      underWay -= 1;
      parts.onFailed(error);
    }
  }
}

function changed(saved: Interaction, change: InteractionChange): Interaction {
  const entries = Object.entries({ ...saved, ...change }).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as Interaction;
}
