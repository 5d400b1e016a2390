/** Opening links with the lasting token, as they were once printed. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { send } from "../support/requests.ts";

export const attack: Attack = {
  name: "links with the lasting token",
  run: ({ port, token, hookToken }) =>
    each(
      [`token=${token}`, `token=${hookToken}`, `code=${token}`, `code=${hookToken}`, "token=", ""],
      (query) => query.replace(/=.*/, "=…"),
      async (query) => {
        const { status, headers } = await send(port, `/open?${query}&to=/`);
        return isNo(status) && headers["set-cookie"] === undefined;
      },
    ),
};
