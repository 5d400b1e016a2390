import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SettledAsk } from "../../../core/ask/ask.ts";
import { comparable } from "../../../core/ask/history.ts";
import { gramsOf, mayContain, signatureOfText } from "../../../core/records/text-signature.ts";
import { placeFrom } from "../../../store/ask-order.ts";
import type { PageQuery } from "../../../store/ask-store.ts";
import { pageOf } from "../../../store/file/pages.ts";
import { createDecisionIndex, type DecisionIndex } from "./decision-index.ts";

const SECOND = 1000;

function settled(number: number, prompt: string, more: Partial<SettledAsk> = {}): SettledAsk {
  const at = new Date(Date.UTC(2026, 0, 1) + number * SECOND).toISOString();
  return {
    id: `${String(number).padStart(8, "0")}-0000-4000-8000-000000000000`,
    questions: [
      {
        ...{ title: prompt, prompt, selectionMode: "single", options: [{ id: "1", label: "Yes" }] },
        ...{ defaultOptionIds: [], minSelections: 1, maxSelections: 1 },
      },
    ],
    source: { kind: "mcp", project: number % 2 === 0 ? "shop" : "infra" },
    ...{ returnPath: "caller", urgency: "normal", onTimeout: "none", expiresAt: null, owner: null },
    createdAt: at,
    outcome: {
      status: "completed",
      reply: { answers: [{ optionIds: ["1"] }] },
      provenance: { by: "person", surface: "portal", who: "ada", at },
    },
    ...more,
  };
}

/** A store's pages out of a list in memory, the latest first, which a test may change. */
function deskOf(asks: SettledAsk[]) {
  const pages = { read: 0 };
  return {
    pages,
    async page(query: PageQuery) {
      pages.read += 1;
      const after = query.after === undefined ? undefined : placeFrom(query.after).id;
      const left = asks.slice(asks.findIndex(({ id }) => id === after) + 1);
      return pageOf(left, query);
    },
  };
}

async function found(index: DecisionIndex, query: Parameters<DecisionIndex["walk"]>[0]) {
  const ids: number[] = [];
  for await (const { ask } of index.walk(query)) ids.push(Number(ask.id.slice(0, 8)));
  return ids;
}

describe("a text's signature", () => {
  it("never denies a word that is there, and is never larger than 4 kB", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "grapheme", maxLength: 400 }),
          fc.constant("가나다 ".repeat(20_000)),
        ),
        fc.nat(400),
        fc.integer({ min: 1, max: 12 }),
        (text, from, length) => {
          const folded = comparable(text);
          const word = folded.slice(from, from + length);
          const signature = signatureOfText(folded);
          expect(signature.length).toBeLessThanOrEqual(4096);
          if (word !== "") expect(mayContain(signature, gramsOf(word))).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  it("denies nearly every word that is not there", () => {
    const signature = signatureOfText("which database should the orders of the new shop use?");
    const others = ["mysql", "초록", "zebra", "kubectl", "어두", "xyz", "qq", "Ж"];
    expect(others.filter((word) => mayContain(signature, gramsOf(word)))).toEqual([]);
  });
});

describe("ten thousand decisions", () => {
  const asks = Array.from({ length: 10_000 }, (_, at) => 9_999 - at).map((number) =>
    settled(number, number === 4321 ? "저녁에 데이터베이스를 옮길까요?" : `Question ${number}?`),
  );

  it("are searched by a syllable inside a Korean word, and by several words in any order", async () => {
    const index = createDecisionIndex({ desk: deskOf(asks) });
    for (const q of ["베", "이터베", "옮길", "데이터 저녁", "터베이스를".normalize("NFD")])
      expect(await found(index, { q })).toEqual([4321]);
    expect(await found(index, { q: "없는말" })).toEqual([]);
    expect(await found(index, { q: "question 1000?" })).toEqual([1000]);
    expect(await found(index, { q: "4321", project: "shop" })).toEqual([]);
    expect(await found(index, { q: "4320", project: "SHOP" })).toEqual([4320]);
  });

  it("take less than a kilobyte each, and no more in all than they may", async () => {
    const index = createDecisionIndex({ desk: deskOf(asks) });
    expect(index.bytes).toBe(0);
    await found(index, { q: "x" });
    expect(index.bytes / asks.length).toBeLessThan(1024);
    const small = createDecisionIndex({ desk: deskOf(asks), mostBytes: 100_000 });
    expect(await found(small, { q: "베이" })).toEqual([4321]);
    expect(small.bytes).toBeLessThanOrEqual(100_000);
  });

  it("are read no further than the time that is asked for", async () => {
    const desk = deskOf(asks);
    const index = createDecisionIndex({ desk });
    const since = new Date(Date.UTC(2026, 0, 1) + 9_990 * SECOND).toISOString();
    expect(await found(index, { since })).toHaveLength(10);
    expect(desk.pages.read).toBe(1);
  });
});

it("is told anew of what changed, and forgets what is gone", async () => {
  const asks = [settled(2, "Two?"), settled(1, "One?")];
  const index = createDecisionIndex({ desk: deskOf(asks) });
  expect(await found(index, { q: "mysql" })).toEqual([]);
  const { bytes } = index;
  const effect = { kind: "overruled", did: "answered", answer: "MySQL", at: "2026-02-01" } as const;
  asks[1] = settled(1, "One?", { effect });
  expect(await found(index, { q: "mysql" })).toEqual([1]);
  expect(await found(index, { result: "differs" })).toEqual([1]);
  asks.shift();
  await found(index, {});
  expect(index.bytes).toBeLessThan(bytes);
});
