/** With the bypass for this machine on: what a proxy on this machine passed on. */
import { type Attack, each, isNo } from "../support/attack.ts";
import { send } from "../support/requests.ts";

const NAMES = [
  ...["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port", "Forwarded"],
  ...[
    "Via",
    "X-Real-IP",
    "X-Client-IP",
    "X-Cluster-Client-IP",
    "X-Original-URL",
    "X-Original-Host",
  ],
  ...["True-Client-IP", "CF-Connecting-IP", "CF-Ray", "CDN-Loop", "Fastly-Client-IP", "X-Varnish"],
  ...["X-Envoy-External-Address", "X-Azure-ClientIP", "X-Azure-SocketIP", "X-ProxyUser-Ip"],
  ...["Tailscale-User-Login", "Tailscale-User-Name", "Fly-Client-IP", "X-Amzn-Trace-Id"],
  ...["X-Appengine-User-IP", "X-Vercel-Forwarded-For", "X-Nf-Client-Connection-Ip", "Remote-User"],
  ...["WL-Proxy-Client-IP", "Proxy-Connection", "X-Remote-Addr", "Client-IP", "X-Request-Id"],
];

export const attack: Attack = {
  name: "forwarded requests",
  run: ({ bypassPort }) =>
    each(NAMES, String, async (name) => {
      const headers = { [name]: "127.0.0.1" };
      return isNo((await send(bypassPort, "/api/voice/sessions", { headers })).status);
    }),
};
