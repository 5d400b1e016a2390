/**
 * Says the same kind of thing once in ten minutes, and then how often it came meanwhile: anybody
 * can send requests, and none of them may fill the log.
 */
import type { Clock } from "../../store/clock.ts";

export interface SparingWarningsParts {
  onWarning: (message: string) => void;
  clock: Pick<Clock, "monotonic">;
}

const QUIET_MS = 10 * 60 * 1000;
// Two warnings are of one kind if they begin alike; what follows may be the sender's.
const KIND = 40;
const MOST_KINDS = 50;

export function createSparingWarnings({ onWarning, clock }: SparingWarningsParts) {
  const kinds = new Map<string, { saidAt: number; kept: number }>();
  return (message: string) => {
    const key = message.slice(0, KIND);
    const now = clock.monotonic();
    const known = kinds.get(key);
    if (known !== undefined && now - known.saidAt < QUIET_MS) {
      known.kept += 1;
      return;
    }
    const again = known?.kept ? ` (and ${known.kept} more like it since the last one)` : "";
    onWarning(message + again);
    kinds.set(key, { saidAt: now, kept: 0 });
    const [oldest = ""] = kinds.keys();
    if (kinds.size > MOST_KINDS) kinds.delete(oldest);
  };
}
