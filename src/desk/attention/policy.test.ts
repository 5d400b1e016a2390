/** Where and when a person is notified next, case by case. */
import { describe, expect, it } from "vitest";
import { nextNotice, type Situation, type Told } from "./policy.ts";
import { AttentionSettings } from "./settings.ts";

const at = (minute: number) => new Date(Date.parse("2026-01-01T12:00:00Z") + minute * 60_000);
const ask = { createdAt: at(0).toISOString(), urgency: "normal", expiresAt: null } as const;
const here: Situation = {
  available: ["desktop", "portal", "slack"],
  lastUsed: null,
  awaySince: null,
};
const told = (
  surface: string,
  minute: number,
  { step = 0, state = "sent" as Told["state"] } = {},
): Told => ({
  ...{ surface, step, at: at(minute).toISOString(), state },
});

function next(
  history: Told[],
  minute: number,
  { situation = here, settings = {}, about = {} as object } = {},
) {
  const found = nextNotice(
    { ...ask, ...about },
    history,
    situation,
    AttentionSettings.parse(settings),
    at(minute),
  );
  return found && [found.surface, found.step, (found.dueAt.getTime() - at(0).getTime()) / 60_000];
}

describe("a person who is here", () => {
  it("is told after a while, reminded, and then told elsewhere, place by place", () => {
    expect(next([], 0)).toEqual(["desktop", 0, 1]);
    const first = [told("desktop", 1)];
    expect(next(first, 1)).toEqual(["desktop", 1, 11]);
    const reminded = [...first, told("desktop", 11, { step: 1 })];
    expect(next(reminded, 11)).toEqual(["portal", 0, 16]);
    const second = [...reminded, told("portal", 16)];
    expect(next(second, 16)).toEqual(["portal", 1, 26]);
    const third = [
      ...second,
      told("portal", 26, { step: 1 }),
      told("slack", 31),
      told("slack", 41, { step: 1 }),
    ];
    expect(next(third, 41)).toBeNull();
  });

  it("is told first where they were last, if that is not long ago", () => {
    const lastUsed = { surface: "slack", at: at(-5).toISOString() };
    expect(next([], 0, { situation: { ...here, lastUsed } })).toEqual(["slack", 0, 1]);
    expect(next([], 6, { situation: { ...here, lastUsed } })).toEqual(["desktop", 0, 6]);
  });

  it("is told first where a rule says so", () => {
    const lastUsed = { surface: "portal", at: at(0).toISOString() };
    expect(next([], 0, { situation: { ...here, lastUsed, ruledSurface: "slack" } })).toEqual([
      "slack",
      0,
      1,
    ]);
    expect(next([], 0, { situation: { ...here, ruledSurface: "pager" } })).toEqual([
      "desktop",
      0,
      1,
    ]);
  });

  it("is told nothing after the deadline, and nothing where no surface is there", () => {
    expect(next([], 0, { about: { expiresAt: at(0.5).toISOString() } })).toBeNull();
    expect(next([], 0, { situation: { ...here, available: [] } })).toBeNull();
  });
});

describe("a person who is away", () => {
  const situation = { ...here, awaySince: at(5).toISOString() };

  it("is told at once, on the surfaces for that", () => {
    expect(next([], 0, { situation })).toEqual(["slack", 0, 0]);
    expect(next([told("desktop", 1)], 5, { situation })).toEqual(["slack", 0, 5]);
  });

  it("is told as ever where those are not there", () => {
    expect(next([], 0, { situation: { ...situation, available: ["desktop"] } })).toEqual([
      "desktop",
      0,
      0,
    ]);
  });
});

describe("quiet hours", () => {
  const settings = {
    quietHours: { from: "12:00", to: "14:00", timeZone: "UTC", urgentPasses: true },
  };

  it("hold everything back until they end, except urgent asks if that was wished", () => {
    expect(next([], 0, { settings })).toEqual(["desktop", 0, 120]);
    expect(next([], 0, { settings, about: { urgency: "high" } })).toEqual(["desktop", 0, 1]);
  });

  it("do not end in a heap of notices: the next step counts from the last one", () => {
    expect(next([], 120, { settings })).toEqual(["desktop", 0, 120]);
    expect(next([told("desktop", 120)], 120, { settings })).toEqual(["desktop", 1, 130]);
  });
});

describe("a surface", () => {
  it("that reaches nobody is passed over at once, and tried again later", () => {
    const failed = [told("desktop", 1, { state: "failed" })];
    expect(next(failed, 1)).toEqual(["portal", 0, 1]);
    const all = ["desktop", "portal", "slack"].map((surface) =>
      told(surface, 1, { state: "failed" }),
    );
    expect(next(all, 1)).toEqual(["desktop", 0, 6]);
  });

  it("that may have shown a step does not get it again, but another one soon", () => {
    expect(next([told("desktop", 1, { state: "sending" })], 2)).toEqual(["portal", 0, 6]);
    const alone = { ...here, available: ["slack"] };
    const doubtful = [told("slack", 1), told("slack", 11, { step: 1, state: "sending" })];
    expect(next(doubtful, 12, { situation: alone })).toEqual(["slack", 2, 16]);
    const again = [...doubtful, told("slack", 16, { step: 2, state: "sending" })];
    expect(next(again, 17, { situation: alone })).toEqual(["slack", 3, 26]);
    expect(next([...again, told("slack", 26, { step: 3 })], 27, { situation: alone })).toBeNull();
  });
});

describe("what comes late", () => {
  it("after a night or a stop keeps the distance between a reminder and the next surface", () => {
    const quietHours = { from: "12:05", to: "21:00", timeZone: "UTC" };
    const first = [told("desktop", 1)];
    expect(next(first, 6, { settings: { quietHours } })).toEqual(["desktop", 1, 540]);
    const reminded = [...first, told("desktop", 540, { step: 1 })];
    expect(next(reminded, 540, { settings: { quietHours } })).toEqual(["portal", 0, 545]);
    expect(next([...reminded, told("portal", 545)], 545)).toEqual(["portal", 1, 555]);
  });
});

describe("a clock that was a day ahead and is right again", () => {
  const DAY = 24 * 60;

  it("keeps nobody waiting for the day to come", () => {
    expect(next([], 0, { about: { createdAt: at(DAY).toISOString() } })).toEqual(["desktop", 0, 0]);
    expect(next([told("desktop", DAY)], 20)).toEqual(["desktop", 1, 20]);
    const reminded = [told("desktop", DAY), told("desktop", 20, { step: 1 })];
    expect(next(reminded, 20)).toEqual(["portal", 0, 25]);
    expect(next([told("desktop", DAY, { state: "failed" })], 20)).toEqual(["desktop", 0, 20]);
  });

  it("says nothing of where the person is now", () => {
    const lastUsed = { surface: "slack", at: at(DAY).toISOString() };
    expect(next([], 0, { situation: { ...here, lastUsed } })).toEqual(["desktop", 0, 1]);
  });

  it("is not one that was only a minute ahead", () => {
    expect(next([told("desktop", 1)], 0)).toEqual(["desktop", 1, 11]);
    expect(next([], -1)).toEqual(["desktop", 0, 1]);
    const lastUsed = { surface: "slack", at: at(1).toISOString() };
    expect(next([], 0, { situation: { ...here, lastUsed } })).toEqual(["slack", 0, 1]);
  });
});
