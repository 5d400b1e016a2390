/** Where the person was last: rarely written, and never in the way. */
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { handClock } from "../../../test/support/hand-clock.ts";
import { openSandbox } from "../../../test/support/sandbox.ts";
import { openAway, openPresence } from "./presence.ts";

describe("presence", () => {
  it("is the surface last used by any process, written at most every 15 seconds", async () => {
    using files = openSandbox();
    const clock = handClock();
    const [one, other] = [
      openPresence(files.at("p.json"), clock),
      openPresence(files.at("p.json"), clock),
    ];
    expect(one.lastUsed()).toBeNull();
    one.mark("portal");
    await one.idle();
    clock.advance(0.1);
    one.mark("portal");
    await one.idle();
    expect(other.lastUsed()).toEqual({ surface: "portal", at: "2026-01-01T12:00:00.000Z" });
    one.mark("inbox");
    await one.idle();
    expect(other.lastUsed()).toEqual({ surface: "inbox", at: "2026-01-01T12:00:06.000Z" });
    clock.advance(0.25);
    one.mark("inbox");
    await one.idle();
    expect(other.lastUsed()?.at).toBe("2026-01-01T12:00:21.000Z");
  });

  it("that cannot be written or read counts as absent", async () => {
    using files = openSandbox();
    writeFileSync(files.at("file"), "{");
    const clock = handClock();
    const nowhere = openPresence(files.at("file", "p.json"), clock);
    nowhere.mark("portal");
    await nowhere.idle();
    expect(nowhere.lastUsed()).toBeNull();
    expect(openPresence(files.at("file"), clock).lastUsed()).toBeNull();
  });
});

describe("away", () => {
  it("ends by itself when its time has come, and by coming back", async () => {
    using files = openSandbox();
    const away = openAway(files.at("attention", "away.json"));
    const at = (minute: number) =>
      new Date(Date.parse("2026-01-01T12:00:00.000Z") + minute * 60_000);
    expect(away.load(at(0))).toBeNull();
    await away.leave({ since: at(0).toISOString(), until: at(60).toISOString() });
    expect(away.load(at(59))).toMatchObject({ since: at(0).toISOString() });
    expect(away.load(at(60))).toBeNull();
    expect(away.comeBack(at(61))).toBe(false);
    await away.leave({ since: at(70).toISOString(), until: null });
    expect(away.load(at(10_000))).not.toBeNull();
    expect(away.comeBack(at(10_000))).toBe(true);
    expect(away.load(at(10_000))).toBeNull();
  });
});
