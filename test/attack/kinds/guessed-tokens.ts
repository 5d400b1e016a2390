/** Tokens that are nearly right, or right in another form. */
import { createHash } from "node:crypto";
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, send } from "../support/requests.ts";

const GUESSES = (token: string): string[] => [
  ...["", " ", "null", "undefined", "true", "0", "admin", "*", "Bearer", "[object Object]"],
  ...[token.slice(0, -1), token.slice(1), `${token}x`, `x${token}`, token.toLowerCase()],
  ...[token.toUpperCase(), [...token].reverse().join(""), token + token, `${token} ${token}`],
  createHash("sha256").update(token).digest("hex"),
  Buffer.from(token).toString("base64"),
  encodeURIComponent(`${token}\u0000`),
];

export const attack: Attack = {
  name: "guessed tokens",
  run: ({ port, token }) =>
    each(
      GUESSES(token),
      (guess) => guess.replaceAll(token, "…"),
      async (guess) => isNo((await send(port, "/api/asks", { headers: bearer(guess) })).status),
    ),
};
