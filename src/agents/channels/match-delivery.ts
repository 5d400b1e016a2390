/** Which of our deliveries a text is that an agent's hook or transcript shows. Pure. */
import type { Delivery, DeliveryState } from "../../core/agent.ts";

/** What a submitted prompt may confirm, and what a prompt in the transcript may. */
export const NOT_YET_ACCEPTED: readonly DeliveryState[] = ["typed", "indeterminate"];
export const NOT_YET_CONSUMED: readonly DeliveryState[] = ["typed", "accepted", "indeterminate"];

// Beyond this, the same words are more likely said anew than a delivery found again.
const LATEST_MS = 10 * 60_000;
// The agent's clock and ours are the same machine's, but a transcript rounds.
const EARLIEST_MS = -2_000;

/**
 * The oldest of the given deliveries with the same words that was under way when the text was heard (`at`). Those whose
 * arrival is doubtful come last: an agent takes its texts in order, and a doubtful one has probably not arrived.
 */
export function matchDelivery(deliveries: readonly Delivery[], text: string, at: string): Delivery | null {
  const words = normalised(text);
  const candidates = deliveries.filter((delivery) => wasUnderWay(delivery, at) && normalised(delivery.text) === words);
  const inOrder = candidates.sort((one, other) => doubt(one) - doubt(other) || one.id - other.id);
  return inOrder[0] ?? null;
}

function wasUnderWay({ createdAt }: Delivery, at: string): boolean {
  const after = Date.parse(at) - Date.parse(createdAt);
  return after >= EARLIEST_MS && after <= LATEST_MS;
}

function doubt({ state }: Delivery): number {
  return state === "indeterminate" ? 1 : 0;
}

/** Agents trim what they are given and may wrap it anew. */
function normalised(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim();
}
