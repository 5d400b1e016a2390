/** A page's cookie with a key that is not its own. */
import { type Attack, each, isNo } from "../support/attack.ts";

const KEYS = (key: string, cookie: string): string[] => [
  ...["", "null", key.slice(1), `${key}x`, key.toLowerCase(), `${key},${key}`],
  cookie,
  cookie.split(".")[1] ?? "",
];

export const attack: Attack = {
  name: "wrong page keys",
  run: ({ page: { cookie, key }, url, ask, answer, isOpen }) =>
    each(
      KEYS(key, cookie),
      (one) => one.slice(0, 12),
      async (one) => {
        const { id } = await ask();
        const { status } = await answer(id, { cookie, origin: url, "x-askline-key": one });
        return isNo(status) && (await isOpen(id));
      },
    ),
};
