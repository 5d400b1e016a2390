/** An answer as from a notice, by a device that was sent none, and with a subscription's guessed id. */
import { type Attack, each } from "../support/attack.ts";
import { bearer, type Headers, JSON_TYPE, send } from "../support/requests.ts";

export const attack: Attack = {
  name: "answers from notices that were not sent",
  async run({ port, token, deviceToken, deviceCookie, hookToken, page, site, ask, isOpen }) {
    const callers: readonly [string, Headers][] = [
      ["nobody", {}],
      ["a device", bearer(deviceToken)],
      ["a device's cookie", { cookie: deviceCookie, origin: site }],
      ["a hook", bearer(hookToken)],
      ["the machine's token", bearer(token)],
      ["a page", { cookie: page.cookie, "x-askline-key": page.key, origin: site }],
    ];
    const ids = ["", "0000000000000000", "__proto__", "../device-tokens"];
    const tries = callers.flatMap(([who, headers]) => ids.map((id) => ({ who, headers, id })));
    const { id: asked } = await ask();
    return each(
      tries,
      ({ who, id }) => `${who}, "${id}"`,
      async ({ headers, id }) => {
        const body = JSON.stringify({ ask: asked, option: "yes", subscription: id });
        const sent = { method: "POST", headers: { ...JSON_TYPE, ...headers }, body };
        const { status } = await send(port, "/api/push/answer", sent);
        return status >= 400 && (await isOpen(asked));
      },
    );
  },
};
