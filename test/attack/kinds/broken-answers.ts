/** Answers that fit no question, with the right token. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, JSON_TYPE, send } from "../support/requests.ts";

const BODIES = [
  ...["", "null", "[]", "{}", '"yes"', "{", '{"reply":null}', '{"reply":{}}', "NaN", "\ufeff{}"],
  '{"reply":{"answers":[]}}',
  '{"reply":{"answers":[{"optionIds":["maybe"]}]}}',
  '{"reply":{"answers":[{"optionIds":["yes","no"]}]}}',
  '{"reply":{"answers":[{"optionIds":"yes"}]}}',
  '{"reply":{"answers":[{"optionIds":["yes"]},{"optionIds":["yes"]}]}}',
  '{"reply":{"answers":[{"optionIds":["__proto__"]}]}}',
];

export const attack: Attack = {
  name: "broken answers",
  run: ({ port, token, ask, isOpen }) =>
    each(BODIES, String, async (body) => {
      const { id } = await ask();
      const sent = { method: "POST", headers: { ...JSON_TYPE, ...bearer(token) }, body };
      const { status } = await send(port, `/api/asks/${id}/answer`, sent);
      return isNo(status) && (await isOpen(id));
    }),
};
