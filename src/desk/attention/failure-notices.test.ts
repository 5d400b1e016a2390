import { describe, expect, it } from "vitest";
import { handClock } from "../../../test/support/hand-clock.ts";
import { createFailureNotices, type FailureNotice } from "./failure-notices.ts";
import { AttentionSettings } from "./settings.ts";

const NOTICE: FailureNotice = {
  agentId: 1,
  project: "shop",
  failure: { kind: "error", text: "API Error", resumesAt: null, resumesByItself: false },
};

interface Given {
  settings?: object;
  awaySince?: string | null;
  isCurrent?: boolean;
}

function open({ settings = {}, awaySince = null, isCurrent = true }: Given) {
  const clock = handClock("2026-01-01T23:00:00.000Z");
  const told: string[] = [];
  const notices = createFailureNotices({
    clock,
    settings: () => AttentionSettings.parse(settings),
    whereabouts: () => ({ lastUsed: null, awaySince }),
    isCurrent: async () => isCurrent,
    onWarning: (message) => told.push(message),
  });
  const surface = (name: string, isShown: boolean) =>
    notices.register({
      name,
      async tellFailure({ project }) {
        told.push(`${name} ${project}`);
        return isShown;
      },
    });
  return { clock, told, notices, surface };
}

describe("A notice of a failure", () => {
  it("goes to the first surface that shows it, and to no other", async () => {
    const { notices, surface, told } = open({});
    surface("slack", true);
    surface("desktop", false);
    surface("portal", true);
    notices.failed(NOTICE);
    await expect.poll(() => told).toEqual(["desktop shop", "portal shop"]);
    await notices.close();
  });

  it("goes to the surfaces for a person who is away", async () => {
    const { notices, surface, told } = open({ awaySince: "2026-01-01T20:00:00.000Z" });
    surface("desktop", true);
    surface("slack", true);
    notices.failed(NOTICE);
    await expect.poll(() => told).toEqual(["slack shop"]);
    await notices.close();
  });

  it.each([
    [true, ["desktop shop"]],
    [false, []],
  ])("waits for the end of quiet hours, while it is still so: %s", async (isCurrent, expected) => {
    const quietHours = { from: "22:00", to: "07:00", timeZone: "UTC" };
    const { notices, surface, told, clock } = open({ settings: { quietHours }, isCurrent });
    surface("desktop", true);
    notices.failed(NOTICE);
    clock.advance(8 * 60 - 1);
    expect(told).toEqual([]);
    clock.advance(2);
    await notices.close();
    expect(told).toEqual(expected);
  });
});
