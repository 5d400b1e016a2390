import { expect, it } from "vitest";
import { isDirectHeader } from "./direct-headers.ts";

it.each([
  ...["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Port"],
  ...["X-Forwarded-Server", "X-Forwarded-Prefix", "X-Forwarded-Client-Cert", "X-Forwarded"],
  ...["Forwarded", "Forwarded-For", "Via", "X-Via", "X-Real-IP", "X-Client-IP", "X-ClientIP"],
  ...["X-Cluster-Client-IP", "X-Original-For", "X-Original-URL", "X-Original-Forwarded-For"],
  ...["CF-Connecting-IP", "CF-Connecting-IPv6", "CF-Ray", "CF-Visitor", "CF-IPCountry", "CDN-Loop"],
  ...["True-Client-IP", "Fastly-Client-IP", "Fastly-SSL", "X-Varnish", "X-Akamai-Edgescape"],
  ...["X-Envoy-External-Address", "X-Envoy-Attempt-Count", "X-Azure-ClientIP", "X-Azure-SocketIP"],
  ...["X-Azure-FDID", "X-ProxyUser-Ip", "X-Appengine-User-IP", "X-Cloud-Trace-Context"],
  ...["X-Amzn-Trace-Id", "X-Amz-Cf-Id", "CloudFront-Viewer-Address", "Fly-Client-IP"],
  ...["Fly-Forwarded-Port", "Tailscale-User-Login", "Tailscale-User-Name"],
  ...["X-Vercel-Forwarded-For", "X-Nf-Client-Connection-Ip", "X-Remote-Addr", "X-Remote-User"],
  ...["Remote-Addr", "Remote-User", "Client-IP", "Proxy-Client-IP", "WL-Proxy-Client-IP"],
  ...["Proxy-Connection", "X-Scheme", "X-Url-Scheme", "Front-End-Https", "X-Arr-Ssl"],
  ...[
    "X-Host",
    "X-Request-Id",
    "X-Correlation-Id",
    "X-B3-TraceId",
    "Traceparent",
    "Ssl-Client-Cert",
  ],
  ...["X-Github-Event", "Ngrok-Trace-Id", "X-Ngrok-Skip", "X-Sec-Fetch", "Sec-Forwarded"],
])("%s is a sign of a proxy", (name) => {
  expect(isDirectHeader(name)).toBe(false);
});

it.each([
  ...["Host", "User-Agent", "Accept", "Accept-Language", "Accept-Encoding", "Connection", "Cookie"],
  ...["Origin", "Referer", "Content-Type", "Content-Length", "Authorization", "Cache-Control"],
  ...["Sec-Fetch-Site", "Sec-Fetch-Mode", "Sec-Fetch-Dest", "Sec-CH-UA", "Sec-CH-UA-Platform"],
  ...["Sec-GPC", "Sec-WebSocket-Key", "Upgrade", "Upgrade-Insecure-Requests", "Last-Event-ID"],
  ...["DNT", "Priority", "Range", "If-None-Match", "X-Askline-Key", "Expect", "TE"],
])("%s comes from clients themselves", (name) => {
  expect(isDirectHeader(name)).toBe(true);
});
