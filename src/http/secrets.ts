/** Making and comparing what must not be guessed. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits: not to be guessed at any rate. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** What only the holder of the key can make of a text. */
export function seal(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Compares digests, so that neither content nor length shows in the time it takes. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}
