/** Forms that another site submits in the browser that was let in. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { send } from "../support/requests.ts";

const BODIES = ["kind=cancel", '{"kind":"cancel"}', "%7B%22kind%22%3A%22cancel%22%7D=", ""];
const ORIGINS = ["https://evil.example", "null", ""];

export const attack: Attack = {
  name: "forms of other sites",
  run: ({ port, page: { cookie }, ask, isOpen }) =>
    each(
      ORIGINS.flatMap((origin) => BODIES.map((body) => ({ origin, body }))),
      ({ origin, body }) => `${origin} ${body}`,
      async ({ origin, body }) => {
        const { id } = await ask();
        const headers = {
          cookie,
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "cross-site",
          ...(origin !== "" && { origin }),
        };
        const { status } = await send(port, `/api/asks/${id}/reject`, {
          method: "POST",
          headers,
          body,
        });
        return isNo(status) && (await isOpen(id));
      },
    ),
};
