/** The agents at work in threads: one run for each thread, which a person or the clock may end. */
import type { Clock } from "../../../store/clock.ts";

export interface AgentRuns {
  begin(key: string): AgentRun;
  /** False if nothing works there. */
  stop(key: string, who: string): boolean;
}

export interface AgentRun {
  signal: AbortSignal;
  /** Why it was ended; null if nobody ended it. */
  ended(): RunEnd | null;
  /** The agent has finished. */
  over(): void;
}

export type RunEnd = { kind: "stopped"; who: string } | { kind: "late"; minutes: number };

const MINUTE_MS = 60_000;

export function createAgentRuns({
  clock,
  timeLimitMinutes,
}: {
  clock: Clock;
  timeLimitMinutes: number;
}): AgentRuns {
  const runs = new Map<string, (end: RunEnd) => void>();
  return { begin, stop };

  function begin(key: string): AgentRun {
    const abort = new AbortController();
    let ended: RunEnd | null = null;
    const end = (how: RunEnd) => {
      ended ??= how;
      abort.abort();
    };
    runs.set(key, end);
    const stopClock = clock.after(timeLimitMinutes * MINUTE_MS, () =>
      end({ kind: "late", minutes: timeLimitMinutes }),
    );
    return {
      signal: abort.signal,
      ended: () => ended,
      over() {
        stopClock();
        if (runs.get(key) === end) runs.delete(key);
      },
    };
  }

  function stop(key: string, who: string): boolean {
    const end = runs.get(key);
    end?.({ kind: "stopped", who });
    return end !== undefined;
  }
}
