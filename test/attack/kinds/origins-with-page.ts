/** A page of another site in the browser that was let in, with cookie and key. */
import { type Attack, each, isNo } from "../support/attack.ts";

const ORIGINS = (port: number) => [
  ...["https://evil.example", "null", `https://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`],
  ...[`http://evil.example:${port}`, `http://127.0.0.1:${port}.evil.example`, "http://"],
  ...[`http://127.0.0.1:${port}@evil.example`, `http://user@127.0.0.1:${port}`],
];

export const attack: Attack = {
  name: "foreign origins with a stolen page",
  run: ({ port, page, answer, ask, isOpen }) =>
    each(ORIGINS(port), String, async (origin) => {
      const { id } = await ask();
      const { cookie, key } = page;
      const { status } = await answer(id, { cookie, origin, "x-askline-key": key });
      return isNo(status) && (await isOpen(id));
    }),
};
