/**
 * Commands of the corpus are run in a room of their own and seen to destroy. In `npm test` only
 * the list of those that were is checked; `npm run soak` runs each of them again.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DESTROYS } from "../corpus/destroys.ts";
import { NEVER_RUN, openProver } from "../corpus/proof/prove.ts";
import { DESTROYS_SHAPES } from "../corpus/strangers/destroys-shapes.ts";
import { patient } from "../support/patience.ts";

const LIST = new URL("../corpus/proof/proved.json", import.meta.url);
const proved = JSON.parse(readFileSync(LIST, "utf8")) as string[]; // written below
const AT_ONCE = 2;
const HARMFUL = [...DESTROYS, ...DESTROYS_SHAPES].map(({ command }) => command);

it("what was proved is in the corpus", () => {
  const commands = new Set(HARMFUL);
  expect(proved.filter((command) => !commands.has(command))).toEqual([]);
  expect(proved.length).toBeGreaterThan(500);
});

it("what was proved destroys", { timeout: patient(3_600_000) }, async () => {
  const isWriting = process.env["ASKLINE_WRITE_PROOFS"] !== undefined;
  if (process.env["ASKLINE_SOAK"] === undefined && !isWriting) return;
  using prover = await openProver();
  if (prover === null) return console.warn("No private namespaces here: nothing was proved.");
  const all = isWriting ? HARMFUL : proved;
  const waiting = all.filter((command) => !NEVER_RUN.test(command));
  const destroying: string[] = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let command = waiting.shift(); command !== undefined; command = waiting.shift())
        if ((await prover.lostBy(command)).length > 0) destroying.push(command);
    }),
  );
  console.info(`${destroying.length} of ${all.length} commands were seen to destroy.`);
  if (!isWriting) return expect(all.filter((command) => !destroying.includes(command))).toEqual([]);
  const inOrder = all.filter((command) => destroying.includes(command));
  writeFileSync(LIST, `${JSON.stringify(inOrder, null, 2)}\n`);
});
