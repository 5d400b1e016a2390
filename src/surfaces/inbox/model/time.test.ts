import { describe, expect, it } from "vitest";
import type { Ask } from "../../../core/ask/ask.ts";
import { questionFrom } from "../../../core/ask/question.ts";
import { frameOf } from "../frame.ts";
import { update } from "../update.ts";
import { messages } from "./messages.ts";
import { type InboxState, openInboxState } from "./state.ts";
import { nextChange } from "./time.ts";

const text = messages("en");
const NOON = Date.parse("2026-01-01T12:00:00.000Z");

function askDue(inSeconds: number | null, index = 0): Ask {
  return {
    id: `ask ${index}`,
    questions: [questionFrom({ prompt: `Which ${index}?`, options: [{ label: "A" }] })],
    source: { kind: "test", project: "shop" },
    returnPath: "caller",
    urgency: "normal",
    createdAt: new Date(NOON - 30_000).toISOString(),
    expiresAt: inSeconds === null ? null : new Date(NOON + inSeconds * 1000).toISOString(),
    onTimeout: "none",
    owner: null,
    outcome: null,
  };
}

function listed(asks: Ask[]): InboxState {
  const state = openInboxState({ columns: 100, rows: 30 }, { isColourless: false });
  return update(state, { type: "listed", asks }, { now: NOON, text }).state;
}

function screenAt(state: InboxState, now: number): string {
  return frameOf(state, { now, text }, { isPlain: true, palette: {} }).rows.join("\n");
}

describe("the clock of the inbox", () => {
  it("does not tick when nothing on the screen depends on time", () => {
    expect(nextChange(listed([]), NOON)).toBe(Number.POSITIVE_INFINITY);
  });

  it("ticks once a minute for ages, and for deadlines more than a minute away", () => {
    const state = listed(Array.from({ length: 100 }, (_, index) => askDue(600, index)));
    let now = NOON + 10_100;
    const ticks: number[] = [];
    while (now < NOON + 190_000) {
      now = nextChange(state, now);
      ticks.push(now - NOON);
    }
    expect(ticks).toEqual([59_000, 119_000, 179_000, 239_000]);
  });

  it("ticks every second in the last minute, and not in between", () => {
    const state = listed([askDue(60.4), askDue(30.2, 1)]);
    for (let now = NOON + 300; now < NOON + 20_000; ) {
      const next = nextChange(state, now);
      expect(next - now).toBeLessThanOrEqual(1000);
      expect(screenAt(state, next - 1)).toBe(screenAt(state, now));
      expect(screenAt(state, next)).not.toBe(screenAt(state, now));
      now = next;
    }
  });
});
