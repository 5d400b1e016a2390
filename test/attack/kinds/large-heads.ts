/** Addresses and headers beyond every limit. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, send } from "../support/requests.ts";

export const attack: Attack = {
  name: "large heads",
  run: ({ port, token }) =>
    each(["address", "header", "many headers", "cookie", "host"], String, async (what) => {
      const long = "x".repeat(100_000);
      const many = Object.fromEntries(
        Array.from({ length: 3_000 }, (_, index) => [`x-${index}`, "y".repeat(10)]),
      );
      const headers = {
        ...bearer(token),
        ...(what === "header" && { "x-long": long }),
        ...(what === "many headers" && many),
        ...(what === "cookie" && { cookie: `a=${long}` }),
        ...(what === "host" && { host: long }),
      };
      const path = what === "address" ? `/api/asks?${long}` : "/api/asks";
      return isNo((await send(port, path, { headers })).status);
    }),
};
