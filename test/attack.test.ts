/**
 * Every attack of ours against a fresh hub. `npm run attack` runs the slow ones too, and prints what
 * was tried and what was refused.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { attacks } from "./attack/attacks.ts";
import { startTarget, type Target } from "./attack/support/target.ts";

const isWhole = process.env["ASKLINE_ATTACK"] === "all";
const rows: { name: string; tried: number; refused: number }[] = [];
let target: Target;

beforeAll(async () => {
  target = await startTarget();
});
afterAll(async () => {
  await target?.[Symbol.asyncDispose]();
  if (isWhole) process.stdout.write(`\n${table()}\n`);
});

it.each(attacks.filter(({ isSlow }) => isWhole || isSlow !== true))(
  "is refused: $name",
  async ({ name, run }) => {
    const attempts = await run(target);
    const passed = attempts.filter(({ isRefused }) => !isRefused).map(({ what }) => what);
    rows.push({ name, tried: attempts.length, refused: attempts.length - passed.length });
    expect(passed).toEqual([]);
    expect(attempts.length).toBeGreaterThan(0);
  },
);

it("there are at least forty kinds", () => {
  expect(attacks.length).toBeGreaterThanOrEqual(40);
});

it("after all of them the hub still answers its owner", async () => {
  const { id } = await target.ask();
  const { status } = await target.answer(id, { authorization: `Bearer ${target.token}` });
  expect(status).toBe(200);
});

function table(): string {
  const sum = (key: "tried" | "refused") => rows.reduce((total, row) => total + row[key], 0);
  const total = { name: `${rows.length} kinds`, tried: sum("tried"), refused: sum("refused") };
  const lines = [{ name: "ATTACK", tried: "TRIED", refused: "REFUSED" }, ...rows, total];
  return lines
    .map(({ name, tried, refused }) =>
      [name.padEnd(40), String(tried).padStart(6), String(refused).padStart(8)].join(" "),
    )
    .join("\n");
}
