/**
 * A push service on this machine, and the browsers that it belongs to. It checks the hub's signature
 * (VAPID) and reads what only the browser can read (aes128gcm), by the RFCs and none of our code.
 */
import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { PushState } from "../../src/core/push/wire.ts";
import { until } from "./patience.ts";

export interface Pushed {
  state: PushState;
  ttl: number;
  urgency: string;
  topic: string;
  /** The key that signed it, and what was signed. */
  signedBy: string;
  claims: { aud: string; exp: number; sub: string };
}

/** A browser's subscription, as it would hand it to its page. */
export interface TestBrowser {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  pushed: Pushed[];
  /** How the push service answers from now on, one after the other; then 201. */
  answers: { status: number; headers?: Record<string, string> }[];
  /** How often it was asked, also when it refused. */
  asked(): number;
  /** The state after so many pushes. */
  after(count: number): Promise<PushState>;
}

export interface PushService extends AsyncDisposable {
  readonly origin: string;
  browser(): TestBrowser;
}

export async function startPushService(): Promise<PushService> {
  const boxes = new Map<
    string,
    { take(request: IncomingMessage, body: Buffer): void; browser: TestBrowser }
  >();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const box = boxes.get(request.url ?? "");
    const { status, headers = {} } = box?.browser.answers.shift() ?? { status: box ? 201 : 404 };
    if (status < 300) box?.take(request, Buffer.concat(parts));
    else asked.set(request.url ?? "", (asked.get(request.url ?? "") ?? 0) + 1);
    response.writeHead(status, headers).end();
  });
  const asked = new Map<string, number>();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    browser,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function browser(): TestBrowser {
    const keys = createECDH("prime256v1");
    const p256dh = keys.generateKeys("base64url");
    const secret = randomBytes(16);
    const path = `/push/${randomBytes(9).toString("base64url")}`;
    const pushed: Pushed[] = [];
    const one: TestBrowser = {
      subscription: {
        endpoint: origin + path,
        keys: { p256dh, auth: secret.toString("base64url") },
      },
      ...{ pushed, answers: [] },
      asked: () => pushed.length + (asked.get(path) ?? 0),
      after: (count) => until(`push ${count}`, async () => pushed[count - 1]?.state),
    };
    const take = ({ headers }: IncomingMessage, body: Buffer) => {
      const { key, claims } = signatureIn(String(headers.authorization));
      if (headers["content-encoding"] !== "aes128gcm") throw new Error("It is not encrypted.");
      pushed.push({
        state: JSON.parse(decrypted(body, keys, secret).toString("utf8")),
        ttl: Number(headers["ttl"]),
        ...{ urgency: String(headers["urgency"]), topic: String(headers["topic"]) },
        ...{ signedBy: key, claims },
      });
    };
    boxes.set(path, { take, browser: one });
    return one;
  }
}

/** RFC 8292: a token signed with the key beside it. */
function signatureIn(header: string): { key: string; claims: Pushed["claims"] } {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) =>
    half.toString("base64url"),
  );
  const jwk = { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" };
  const isOurs = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isOurs) throw new Error("The signature is wrong.");
  return { key, claims: JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) };
}

/** RFC 8291 and RFC 8188, in the browser's place. */
function decrypted(body: Buffer, browser: ECDH, secret: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const shared = hmac(secret, browser.computeSecret(sender));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
  const input = hmac(salt, hmac(shared, Buffer.concat([info, Buffer.from([1])])));
  const key = hmac(input, Buffer.from("Content-Encoding: aes128gcm\0\x01")).subarray(0, 16);
  const nonce = hmac(input, Buffer.from("Content-Encoding: nonce\0\x01")).subarray(0, 12);
  const cipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}

function hmac(key: Buffer, text: Buffer): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
