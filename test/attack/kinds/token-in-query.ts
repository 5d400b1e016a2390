/** The right token in an address, where it would stay in logs and histories. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { send } from "../support/requests.ts";

const NAMES = [
  "token",
  "access_token",
  "key",
  "auth",
  "code",
  "bearer",
  "api_key",
  "authorization",
];

export const attack: Attack = {
  name: "the token in an address",
  run: ({ port, token }) =>
    each(NAMES, String, async (name) => {
      const { status } = await send(port, `/api/asks?${name}=${token}`);
      return isNo(status);
    }),
};
