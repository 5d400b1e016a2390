/** Addresses that a guard and a router might read differently. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, send } from "../support/requests.ts";

const PATHS = [
  ...["/api/voice/../asks", "/api/voice/..%2fasks", "/api/voice/%2e%2e/asks", "//api/asks"],
  ...["/api/voice//../asks", "/API/asks", "/api%2fasks", "/api/asks/", "/api/asks;voice"],
  ...[
    "/api/asks%00",
    "/api/asks?/api/voice/",
    "/api/asks#/voice",
    "/./api/asks",
    "/voice/../api/asks",
  ],
  ...["/assets/x/../../api/asks", "/hook/../api/asks", "/healthz/../api/asks", "/open/../api/asks"],
];

export const attack: Attack = {
  name: "paths around the guard",
  run: ({ port, speakerToken, hookToken }) =>
    each(PATHS, String, async (path) => {
      const replies = await Promise.all([
        send(port, path),
        send(port, path, { headers: bearer(speakerToken) }),
        send(port, path, { headers: bearer(hookToken) }),
      ]);
      return replies.every(({ status }) => isNo(status));
    }),
};
