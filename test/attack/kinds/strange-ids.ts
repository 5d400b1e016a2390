/** Ids that would lead to another folder, with the right token. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, send } from "../support/requests.ts";

const IDS = [
  ...["..", "..%2f..%2fhub.json", "%2e%2e%2f", ".changed", "%00", "local-token.json", "*", "a%0ab"],
  ...["__proto__", "constructor", "00000000-0000-4000-8000-000000000000", "x".repeat(3_000)],
];

export const attack: Attack = {
  name: "strange ids",
  run: ({ port, token }) =>
    each(
      IDS,
      (id) => id.slice(0, 40),
      async (id) => {
        const headers = bearer(token);
        const { status, text } = await send(port, `/api/asks/${id}`, { headers });
        return isNo(status) && !text.includes(token);
      },
    ),
};
