/** Makes and compares secrets. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** 256 random bits, which cannot be guessed at any speed. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

export function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/** A seal on a text that only the holder of the key can make. */
export function seal(key: string, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Compares digests, so that neither content nor length shows in the time it takes. */
export function isSame(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}
