/** Secrets of known shapes are hidden, what only looks like one is not, and every text is quick. */
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { processorTime } from "../../../test/support/processor-time.ts";
import {
  HARMLESS,
  knownSecrets,
  letters,
  placedSecrets,
} from "../../../test/support/secret-shapes.ts";
import { hiding } from "./hide.ts";
import { marksIn } from "./mark.ts";

const fingerprint = (secret: string) =>
  createHmac("sha256", "a key").update(secret).digest("base64url");
const hide = hiding({ locale: "en", fingerprint });
const PLACES = [
  (secret: string) => secret,
  (secret: string) => `npx door --with "${secret}" && npm test`,
  (secret: string) => `const door = '${secret}';\nopen(door);`,
  (secret: string) => `토큰은 ${secret}입니다`,
  (secret: string) => JSON.stringify({ door: { value: secret } }),
];

describe("a secret of a known shape", () => {
  it.each(knownSecrets())("%s", (kind, secret) => {
    for (const place of PLACES) {
      const shown = hide(place(secret));
      const [mark] = marksIn(shown);
      const written = place(secret).includes(secret) ? secret : JSON.stringify(secret).slice(1, -1);
      expect(shown).toBe(place(secret).replace(written, () => mark ?? "nothing was hidden"));
      expect(mark).toBe(`‹hidden: ${kind} ${fingerprint(written).slice(0, 12)}›`);
    }
  });
});

describe("a secret that its place gives away", () => {
  it.each(placedSecrets())("%s", (written, secret) => {
    const shown = hide(written.replace("•", () => secret));
    const [mark] = marksIn(shown);
    expect(shown).toBe(written.replace("•", () => mark ?? "nothing was hidden"));
    expect(mark).toContain(fingerprint(secret).slice(0, 12));
  });
});

it.each(HARMLESS)("leaves as it is: %s", (text) => {
  expect(hide(text)).toBe(text);
});

it("says it in Korean, and hides nothing twice", () => {
  const korean = hiding({ locale: "ko", fingerprint });
  const secret = knownSecrets()[2]?.[1] ?? "";
  const once = korean(`GITHUB_TOKEN=${secret} PASSWORD=hunter22`);
  expect(once).toMatch(
    /^GITHUB_TOKEN=‹숨김: GitHub 토큰 [\w-]{12}› PASSWORD=‹숨김: 비밀번호 [\w-]{12}›$/,
  );
  expect(korean(once)).toBe(once);
  expect(hide(once)).toBe(once);
});

it("hides nothing that a shell would act on", () => {
  const active = fc.constantFrom(..."$`;|&()<>\n\r'\" ");
  const piece = fc.oneof(
    active,
    fc.constantFrom(
      "PASSWORD=",
      "--token ",
      "Authorization: Bearer ",
      "https://a:",
      "@b",
      "rm -rf /",
    ),
    fc.constantFrom(...knownSecrets().map(([, secret]) => secret)),
    fc.constant(letters(12)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const isActive = (one: string) => one.replace(/[^$`;|&()<>]/g, "");
      expect(isActive(hide(text).replace(/‹[^›]*›/g, ""))).toBe(isActive(text));
      expect(hide(hide(text))).toBe(hide(text));
    }),
    { numRuns: 300 },
  );
});

it.each([
  ["one long word", "a"],
  ["beginnings", "ghp_"],
  ["beginnings of signed tokens", "eyJ"],
  ["parts of signed tokens", "eyJaaaaaaaaaaaa."],
  ["addresses", "://a:"],
  ["names", "password"],
  ["names and signs", "token="],
  ["dashes", "--a-"],
  ["keys that do not end", "-----BEGIN PRIVATE KEY-----\n"],
  ["lines of a key", "AAAAAAAAAAAAAAAAAAAAAAAA\n"],
  ["headers", "Authorization: Bearer "],
  ["spaces", " "],
  ["quotes", `"`],
])("is linear: %s", (_, part) => {
  const text = (length: number) => part.repeat(Math.ceil(length / part.length));
  const time = (length: number) => {
    const whole = text(length);
    return Math.min(...[1, 2, 3].map(() => processorTime(() => hide(whole))));
  };
  time(20_000);
  // Quadratic would be 64 times as much.
  expect(time(400_000)).toBeLessThan(24 * time(50_000) + 100);
});
