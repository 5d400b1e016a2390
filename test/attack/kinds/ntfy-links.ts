/** Links as those of ntfy's buttons, with seals that the hub did not make. */
import { createHmac } from "node:crypto";
import { type Attack, each } from "../support/attack.ts";
import { JSON_TYPE, send } from "../support/requests.ts";

export const attack: Attack = {
  name: "forged links of ntfy's buttons",
  async run({ port, hookToken, deviceToken, ask, isOpen }) {
    const { id } = await ask();
    const seals = ["", "x", "A".repeat(43), "__proto__", `%00`, deviceToken];
    for (const key of ["", "askline", hookToken, deviceToken])
      seals.push(createHmac("sha256", key).update(`ntfy ${id} 0`).digest("base64url"));
    const paths = seals.flatMap((seal) => [`/ntfy/${id}/0/${seal}`, `/ntfy/${id}/00/${seal}`]);
    return each(paths, String, async (path) => {
      const { status } = await send(port, path, { method: "POST", headers: JSON_TYPE, body: "{}" });
      return status >= 400 && (await isOpen(id));
    });
  },
};
