/**
 * Push to an address inside, in the clear, or with a key that is none; and from a page of another site, or
 * by a caller who could not be shut out again.
 */
import { type Attack, each, isNo } from "../support/attack.ts";
import { bearer, type Headers, JSON_TYPE, send } from "../support/requests.ts";

const KEYS = {
  p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]).toString("base64url"),
  auth: Buffer.alloc(16, 7).toString("base64url"),
};
const GOOD = "https://fcm.googleapis.com/fcm/send/x";
const ENDPOINTS = [
  ...["http://127.0.0.1:8475/api/links", "https://127.0.0.1/x", "https://localhost/x"],
  ...["https://[::1]/x", "https://[::ffff:10.0.0.1]/x", "https://169.254.169.254/latest/meta-data"],
  ...["https://10.0.0.1/x", "https://0x7f000001/x", "https://2130706433/x", "https://0/x"],
  ...[
    "https://router.local/x",
    "https://db.internal/x",
    "https://intranet/x",
    "https://x.ts.net/x",
  ],
  ...[
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com:22/x",
    "ftp://fcm.googleapis.com/x",
  ],
  ...["https://me:secret@fcm.googleapis.com/x", "file:///etc/passwd", "javascript:alert(1)", ""],
];
const NO_KEYS = [
  { ...KEYS, p256dh: "" },
  { ...KEYS, p256dh: Buffer.alloc(65, 7).toString("base64url") },
  { ...KEYS, auth: "AAAA" },
  { ...KEYS, auth: "../../etc" },
];

export const attack: Attack = {
  name: "push to where it must not go",
  async run({ port, deviceToken, bypassPort }) {
    const put = async (body: object, headers: Headers = bearer(deviceToken), at = port) => {
      const sent = {
        method: "POST",
        headers: { ...JSON_TYPE, ...headers },
        body: JSON.stringify(body),
      };
      return isNo((await send(at, "/api/push/subscriptions", sent)).status);
    };
    return [
      ...(await each(ENDPOINTS, String, (endpoint) => put({ endpoint, keys: KEYS }))),
      ...(await each(NO_KEYS, JSON.stringify, (keys) => put({ endpoint: GOOD, keys }))),
      ...(await each(["https://evil.example", "null", "http://localhost:3000"], String, (origin) =>
        put({ endpoint: GOOD, keys: KEYS }, { ...bearer(deviceToken), origin }),
      )),
      ...(await each(["by the bypass"], String, () =>
        put({ endpoint: GOOD, keys: KEYS }, {}, bypassPort),
      )),
    ];
  },
};
