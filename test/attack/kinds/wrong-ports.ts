/** Our own name with another port, as a page of another server would send it. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, send } from "../support/requests.ts";

export const attack: Attack = {
  name: "own names, other ports",
  run: ({ port, token }) =>
    each(["127.0.0.1", "localhost", "askline.localhost", "[::1]"], String, async (name) => {
      const statuses = await Promise.all(
        ["", ":1", `:${port + 1}`].map((end) =>
          send(port, "/api/asks", { headers: { ...bearer(token), host: name + end } }),
        ),
      );
      return statuses.every(({ status }) => isNo(status));
    }),
};
