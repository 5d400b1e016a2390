/** Deadlines as they are to be shown after somebody has set the clock. Pure. */
import type { Ask } from "../../../core/ask/ask.ts";
import type { InboxState } from "./state.ts";

// Two clocks never agree to the millisecond.
const NOTICED_MS = 1_000;

/**
 * The state with deadlines that are as far from `now` as they really are. The same state unless the
 * clock was set since an ask was met.
 */
export function withSteadyDeadlines(
  state: InboxState,
  now: number,
  leftOf: (ask: Ask) => number,
): InboxState {
  const moved = new Map(
    [...state.asks.values()].flatMap((ask) => {
      const steady = steadyDeadline(ask, now, leftOf);
      return steady === null ? [] : [[ask.id, steady] as const];
    }),
  );
  if (moved.size === 0) return state;
  const shown = (ask: Ask) => ({ ...ask, expiresAt: moved.get(ask.id) ?? ask.expiresAt });
  const asks = [...state.asks].map(([id, ask]) => [id, shown(ask)] as const);
  const forms = [...state.forms].map(([id, page]) => {
    return [id, { ...page, form: { ...page.form, ask: shown(page.form.ask) } }] as const;
  });
  return { ...state, asks: new Map(asks), forms: new Map(forms) };
}

function steadyDeadline(ask: Ask, now: number, leftOf: (ask: Ask) => number): string | null {
  if (ask.expiresAt === null || ask.outcome !== null) return null;
  const left = leftOf(ask);
  const isAsItSays = Math.abs(Date.parse(ask.expiresAt) - now - left) < NOTICED_MS;
  return isAsItSays ? null : new Date(now + left).toISOString();
}
