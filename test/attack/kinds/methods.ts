/** Methods that are not meant, and headers that pretend another one. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { JSON_TYPE, send } from "../support/requests.ts";

const METHODS = ["TRACE", "OPTIONS", "PATCH", "DELETE", "PROPFIND", "LINK", "SEARCH", "MERGE"];
const PRETENDED = ["x-http-method-override", "x-method-override", "x-http-method"];

export const attack: Attack = {
  name: "methods",
  async run({ port, ask, isOpen }) {
    const { id } = await ask();
    const path = `/api/asks/${id}/reject`;
    const plain = await each(METHODS, String, async (method) =>
      isNo((await send(port, path, { method, headers: JSON_TYPE })).status),
    );
    const pretended = await each(PRETENDED, String, async (name) => {
      const { status } = await send(port, path, { headers: { [name]: "POST" } });
      return isNo(status) && (await isOpen(id));
    });
    return [...plain, ...pretended];
  },
};
