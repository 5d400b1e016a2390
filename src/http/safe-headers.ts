/**
 * The headers that every response has. They are set on Node's response before any handler runs, so
 * that public routes, streams, libraries and errors have them too. A route may set its own value.
 */
import type { ServerResponse } from "node:http";

// What the pages use of all that browsers offer, and what they do not.
const USED = [
  ...["clipboard-write", "microphone", "screen-wake-lock"],
  ...["publickey-credentials-create", "publickey-credentials-get"],
];
const UNUSED = [
  ...["accelerometer", "bluetooth", "camera", "display-capture"],
  ...["encrypted-media", "fullscreen", "gamepad", "geolocation", "gyroscope", "hid"],
  ...["idle-detection", "local-fonts", "magnetometer", "midi", "payment"],
  ...["picture-in-picture", "serial", "sync-xhr", "usb", "window-management"],
  "xr-spatial-tracking",
];

const SAFE_HEADERS = Object.entries({
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
  "permissions-policy": [
    ...USED.map((feature) => `${feature}=(self)`),
    ...UNUSED.map((feature) => `${feature}=()`),
  ].join(", "),
});

export function setSafeHeaders(response: ServerResponse) {
  for (const [name, value] of SAFE_HEADERS) response.setHeader(name, value);
}

/** For a connection that is refused before it has a response. */
export const SAFE_HEADER_LINES = SAFE_HEADERS.map(([name, value]) => `${name}: ${value}\r\n`).join(
  "",
);
