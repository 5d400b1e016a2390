/** A phone's token at the doors that are not for phones, and a speaker's at the phone's. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, JSON_TYPE, send } from "../support/requests.ts";
import { DOORS, DOORS_OF } from "../support/target.ts";

export const attack: Attack = {
  name: "a device's token at other doors",
  run: ({ port, deviceToken, speakerToken }) =>
    each(
      [
        ...DOORS.filter(({ path }) => !DOORS_OF.phone.test(path)).map((door) => ({
          ...{ door, who: "phone", token: deviceToken },
        })),
        ...DOORS.filter(({ path }) => !DOORS_OF.speaker.test(path)).map((door) => ({
          ...{ door, who: "speaker", token: speakerToken },
        })),
      ],
      ({ door, who }) => `${who}: ${door.method} ${door.path}`,
      async ({ door: { path, ...sent }, token }) => {
        const headers = { ...JSON_TYPE, ...bearer(token) };
        return isNo((await send(port, path, { ...sent, headers })).status);
      },
    ),
};
