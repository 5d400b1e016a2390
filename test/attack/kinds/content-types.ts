/** Changes that a form or a plain request could send without a preflight. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, send } from "../support/requests.ts";

const TYPES = [
  ...["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""],
  ...["text/html", "application/xml", "text/json", "application/jsonp", "application/octet-stream"],
  ...["text/plain; application/json", "application/x-json", "json"],
];

export const attack: Attack = {
  name: "content types",
  run: ({ port, token, ask, isOpen }) =>
    each(TYPES, String, async (type) => {
      const { id } = await ask();
      const headers = { ...bearer(token), ...(type !== "" && { "content-type": type }) };
      const body = '{"kind":"cancel"}';
      const sent = { method: "POST", headers, body };
      const { status } = await send(port, `/api/asks/${id}/reject`, sent);
      return isNo(status) && (await isOpen(id));
    }),
};
