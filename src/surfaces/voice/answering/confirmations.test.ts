/** A confirmation counts for one device, one ask and one minute. */
import { expect, it } from "vitest";
import { createConfirmations } from "./confirmations.ts";

const pending = { askId: "a", questionIndex: 0, answer: { optionIds: ["allow"] } };

it("expires after a minute", () => {
  let now = new Date("2026-01-01T00:00:00Z");
  const confirmations = createConfirmations(() => now);
  expect(confirmations.ask("phone", pending).expiresAt.toISOString()).toBe(
    "2026-01-01T00:01:00.000Z",
  );
  now = new Date("2026-01-01T00:00:59Z");
  expect(confirmations.current("phone")).toMatchObject(pending);
  now = new Date("2026-01-01T00:01:00Z");
  expect(confirmations.current("phone")).toBeNull();
});

it("belongs to the device that was asked, and to the last question it was asked", () => {
  const confirmations = createConfirmations(() => new Date());
  confirmations.ask("phone", pending);
  expect(confirmations.current("tablet")).toBeNull();
  confirmations.ask("phone", { ...pending, askId: "b" });
  expect(confirmations.current("phone")?.askId).toBe("b");
  confirmations.forget("phone");
  expect(confirmations.current("phone")).toBeNull();
});

it("used or expired, it says for a while what a second confirm is about", () => {
  let now = new Date("2026-01-01T00:00:00Z");
  const confirmations = createConfirmations(() => now);
  confirmations.ask("phone", pending);
  confirmations.use("phone");
  expect([confirmations.current("phone"), confirmations.about("phone")]).toEqual([null, "a"]);
  now = new Date("2026-01-01T00:02:59Z");
  expect(confirmations.about("phone")).toBe("a");
  now = new Date("2026-01-01T00:03:00Z");
  expect(confirmations.about("phone")).toBeNull();
  confirmations.ask("phone", pending);
  confirmations.forget("phone");
  expect(confirmations.about("phone")).toBeNull();
});

it("gives no more time when the clock is set back", () => {
  let [now, monotonic] = [Date.parse("2026-01-01T12:00:00.000Z"), 0];
  const confirmations = createConfirmations(
    () => new Date(now),
    () => monotonic,
  );
  confirmations.ask("phone", pending);
  now -= 2 * 3600 * 1000;
  monotonic += 59_000;
  expect(confirmations.current("phone")).not.toBeNull();
  monotonic += 2_000;
  expect(confirmations.current("phone")).toBeNull();
});
