/**
 * Tells a person that an agent's run failed or met its limit, once for each failure: on the first
 * surface that shows it, and not in quiet hours. It wants no answer, so nothing is repeated.
 */
import type { AgentFailure } from "../../core/agent/agent.ts";
import type { Clock } from "../../store/clock.ts";
import { orderOf, type Situation } from "./policy.ts";
import { awakeFrom } from "./quiet-hours.ts";
import type { AttentionSettings } from "./settings.ts";

export interface FailureNotice {
  readonly agentId: number;
  readonly project: string;
  readonly failure: AgentFailure;
}

/** A surface that can tell of a failure. */
export interface FailureTeller {
  readonly name: string;
  isReachable?(): boolean;
  /** True once the notice is handed over; false if nobody can be reached that way now. */
  tellFailure(notice: FailureNotice, signal: AbortSignal): Promise<boolean>;
}

export interface FailureNoticesParts {
  clock: Clock;
  settings: () => AttentionSettings;
  whereabouts: () => Pick<Situation, "lastUsed" | "awaySince">;
  /** Whether the agent still stands where the failure left it. */
  isCurrent: (notice: FailureNotice) => Promise<boolean>;
  onWarning: (message: string) => void;
}

export interface FailureNotices {
  register(teller: FailureTeller): void;
  failed(notice: FailureNotice): void;
  close(): Promise<void>;
}

const PATIENCE_MS = 30_000;

export function createFailureNotices(parts: FailureNoticesParts): FailureNotices {
  const { clock, settings, whereabouts, isCurrent, onWarning } = parts;
  const tellers = new Map<string, FailureTeller>();
  const closing = new AbortController();
  const waiting = new Set<() => void>();
  const underWay = new Set<Promise<void>>();
  return {
    register: (teller) => void tellers.set(teller.name, teller),
    failed,
    async close() {
      closing.abort();
      for (const stop of waiting) stop();
      await Promise.all(underWay);
    },
  };

  function failed(notice: FailureNotice) {
    const now = clock.now();
    const due = awakeFrom(now, "normal", settings().quietHours).getTime() - now.getTime();
    if (due <= 0) return begin(() => tell(notice));
    const stop = clock.after(due, () => {
      waiting.delete(stop);
      begin(async () => void ((await isCurrent(notice)) && (await tell(notice))));
    });
    waiting.add(stop);
  }

  function begin(work: () => Promise<void>) {
    if (closing.signal.aborted) return;
    const done = work()
      .catch((error: Error) => onWarning(`Nobody could be told of a failure: ${error.message}`))
      .finally(() => underWay.delete(done));
    underWay.add(done);
  }

  async function tell(notice: FailureNotice) {
    const available = [...tellers.values()]
      .filter((one) => one.isReachable?.() !== false)
      .map(({ name }) => name);
    const order = orderOf({ ...whereabouts(), available }, settings(), clock.now());
    for (const name of order) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(PATIENCE_MS)]);
      const isTold = await tellers.get(name)?.tellFailure(notice, signal).catch(notTold);
      if (isTold === true || closing.signal.aborted) return;
    }
  }

  function notTold(error: Error): false {
    onWarning(`A failure could not be told there: ${error.message}`);
    return false;
  }
}
