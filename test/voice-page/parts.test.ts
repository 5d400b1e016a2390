/**
 * The rules behind the chat, without a browser: the order of turns, and which turn a person's words
 * became.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import type { TurnEvent, VoiceTurn } from "../../src/surfaces/voice/wire/wire.ts";
import { isTurnOf, type Outgoing, withoutTurns } from "../../web/voice/outbox.ts";
import { withEvent, withTurns } from "../../web/voice/turns.ts";

const place = { agent_id: 1, project_id: 1, at: "2026-01-01T00:00:00.000Z" };

function told(turnId: number, change: Partial<TurnEvent> = {}): TurnEvent {
  return {
    ...{
      ...place,
      turn_id: turnId,
      task_id: null,
      actor: "USER",
      intent: "COMMAND",
      text: `words ${turnId}`,
    },
    ...{
      timestamp: "2026-01-01T00:00:00.000000Z",
      timestamp_source: "server",
      place: null,
      question_text: null,
    },
    ...{
      question_options: null,
      question_source_type: null,
      answered_by_turn_id: null,
      ask_id: null,
    },
    ...change,
  };
}

function sent(change: Partial<Outgoing> = {}): Outgoing {
  const unknown = {
    turnId: null,
    deliveryId: null,
    askId: null,
    file: null,
    progress: 0,
    note: "",
  };
  return {
    ...{ key: "sent-1", messageId: "sent-1", isTried: false },
    text: "go on",
    body: {},
    state: "sending",
    afterTurnId: 5,
    ...unknown,
    ...change,
  };
}

it("keeps the transcript's order where a clock was set back, and new words at the end", () => {
  const at = (minute: string) => ({ timestamp: `2026-01-01T00:${minute}:00.000000Z` });
  const turns = [
    told(4, { ...at("01"), place: 3 }),
    told(5, at("02")),
    told(1, { ...at("10"), place: 1 }),
    told(3, { ...at("12"), place: 2 }),
  ].reduce((known: VoiceTurn[], event) => withEvent(known, event), []);
  expect(turns.map(({ turn_id }) => turn_id)).toEqual([1, 3, 4, 5]);
});

it("[V-37] in whatever order turns and corrections come, time and then id decide", () => {
  const stamps = fc
    .integer({ min: 0, max: 3 })
    .map((number) => `2026-01-01T00:00:00.00000${number}Z`);
  const corrections = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), stamps), { maxLength: 40 });
  fc.assert(
    fc.property(corrections, (heard) => {
      const turns = heard.reduce(
        (known: VoiceTurn[], [id, timestamp]) => withEvent(known, told(id, { timestamp })),
        [],
      );
      const last = new Map(heard);
      const expected = [...last].sort(([one, first], [other, second]) =>
        first < second ? -1 : first > second ? 1 : one - other,
      );
      expect(turns.map(({ turn_id, timestamp }) => [turn_id, timestamp])).toEqual(expected);
    }),
  );
});

it("a correction keeps what events leave out", () => {
  const [turn] = withEvent([], told(1));
  const known = {
    ...turn,
    task_instruction: "Fix it",
    delivery: { delivery_id: 1, state: "typed", detail: null },
  };
  const [corrected] = withEvent(
    withTurns([], [known as VoiceTurn]),
    told(1, { timestamp_source: "jsonl" }),
  );
  expect(corrected).toEqual({ ...known, timestamp_source: "jsonl" });
});

it.each([
  ["by the turn the hub named", sent({ turnId: 3, text: "other" }), told(3), true],
  [
    "by the ask it answered",
    sent({ askId: "ask", text: "two" }),
    told(6, { ask_id: "ask", text: "SQLite" }),
    true,
  ],
  ["by its words, however they are spaced", sent(), told(6, { text: " go\n on " }), true],
  ["never by words that were there before", sent(), told(5, { text: "go on" }), false],
  ["never by what the agent says", sent(), told(6, { text: "go on", actor: "AGENT" }), false],
  ["never by words once its turn is known", sent({ turnId: 9 }), told(6, { text: "go on" }), false],
])("words are known again %s", (_, outgoing, turn, isIt) => {
  expect(isTurnOf(outgoing, turn)).toBe(isIt);
});

it("the same words sent twice are two turns; all parts of one answer are one", () => {
  const twice = [sent({ key: "a" }), sent({ key: "b" })];
  expect(withoutTurns(twice, [told(6, { text: "go on" })]).map(({ key }) => key)).toEqual(["b"]);
  const parts = [sent({ key: "a", askId: "ask" }), sent({ key: "b", askId: "ask" })];
  expect(withoutTurns(parts, [told(6, { ask_id: "ask", intent: "ANSWER" })])).toEqual([]);
});
