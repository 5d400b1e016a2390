/** A phone's cookie at the doors that are not for phones, and a speaker's at the phone's. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { JSON_TYPE, send } from "../support/requests.ts";
import { DOORS, DOORS_OF } from "../support/target.ts";

export const attack: Attack = {
  name: "a device's cookie at other doors",
  run: ({ port, deviceCookie, speakerCookie, url }) =>
    each(
      [
        ...DOORS.filter(({ path }) => !DOORS_OF.phone.test(path)).map((door) => ({
          ...{ door, who: "phone", cookie: deviceCookie },
        })),
        ...DOORS.filter(({ path }) => !DOORS_OF.speaker.test(path)).map((door) => ({
          ...{ door, who: "speaker", cookie: speakerCookie },
        })),
      ],
      ({ door, who }) => `${who}: ${door.method} ${door.path}`,
      async ({ door: { path, ...sent }, cookie }) => {
        const headers = { ...JSON_TYPE, cookie, origin: url };
        return isNo((await send(port, path, { ...sent, headers })).status);
      },
    ),
};
