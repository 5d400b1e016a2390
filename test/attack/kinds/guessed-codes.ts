/** Codes that were never issued. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { send } from "../support/requests.ts";

const CODES = [
  ...[
    "",
    "0",
    "null",
    "undefined",
    "A".repeat(43),
    "%00",
    "..%2f",
    "' OR 1=1 --",
    "a".repeat(5_000),
  ],
  ...["[]", "code", "1e9", `pair_${"A".repeat(43)}`],
];

export const attack: Attack = {
  name: "guessed codes",
  run: ({ port }) =>
    each(
      CODES,
      (code) => code.slice(0, 20),
      async (code) => {
        const { status } = await send(port, `/open?code=${encodeURIComponent(code)}&to=/`);
        return isNo(status);
      },
    ),
};
