import { expect, it } from "vitest";
import type { Ask } from "../../../core/ask/ask.ts";
import type { FormPage, InboxState } from "./state.ts";
import { withSteadyDeadlines } from "./steady-deadlines.ts";

const NOW = Date.parse("2026-11-19T10:00:00.000Z");
const MINUTE = 60_000;

function stateWith(...asks: Ask[]): InboxState {
  const known = new Map(asks.map((ask) => [ask.id, ask]));
  const forms = new Map(asks.map((ask) => [ask.id, { form: { ask } } as unknown as FormPage]));
  // Nothing else of the state is looked at.
  return { asks: known, forms } as unknown as InboxState;
}

function dueIn(id: string, minutes: number): Ask {
  const expiresAt = new Date(NOW + minutes * MINUTE).toISOString();
  return { id, expiresAt, outcome: null } as Ask;
}

it("after the clock was set back, a deadline is shown as far away as it is, in its form too", () => {
  const [before, after] = [dueIn("before", 125), dueIn("after", 3)];
  const left = ({ id }: Ask) => (id === "before" ? 5 : 3) * MINUTE;
  const shown = withSteadyDeadlines(stateWith(before, after), NOW, left);
  expect(shown.asks.get("before")?.expiresAt).toBe("2026-11-19T10:05:00.000Z");
  expect(shown.forms.get("before")?.form.ask.expiresAt).toBe("2026-11-19T10:05:00.000Z");
  expect(shown.asks.get("after")).toEqual(after);
});

it("without such a change the state stays the very same", () => {
  const state = stateWith(dueIn("one", 3));
  expect(withSteadyDeadlines(state, NOW, () => 3 * MINUTE - 4)).toBe(state);
});
