/** The right token in another scheme, header or place. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { type Headers, send } from "../support/requests.ts";

const FORMS = (token: string): Headers[] => [
  { authorization: token },
  { authorization: `Basic ${Buffer.from(`:${token}`).toString("base64")}` },
  { authorization: `Basic ${token}` },
  { authorization: `Token ${token}` },
  { authorization: `Digest ${token}` },
  { authorization: `Bearer, Bearer ${token}x` },
  { "x-api-key": token },
  { "x-auth-token": token },
  { "x-askline-key": token },
  { "proxy-authorization": `Bearer ${token}` },
  { cookie: `token=${token}` },
  { cookie: `authorization=Bearer ${token}` },
  { "www-authenticate": `Bearer ${token}` },
];

export const attack: Attack = {
  name: "the token in another place",
  run: ({ port, token }) =>
    each(
      FORMS(token),
      (headers) => Object.keys(headers).join(),
      async (headers) => isNo((await send(port, "/api/asks", { headers })).status),
    ),
};
