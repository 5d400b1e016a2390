/** A key as Node reports it, and what it is on the keyboard. */

export interface Key {
  name?: string | undefined;
  sequence?: string | undefined;
  ctrl?: boolean;
  meta?: boolean;
  shift?: boolean;
}

export function isScroll({ name }: Key): boolean {
  return name === "pagedown" || name === "pageup";
}

/** Keys that type nothing are sent as control characters. */
export function isPrintable({ sequence = "" }: Key): boolean {
  return sequence !== "" && !/^\p{Cc}/u.test(sequence);
}

export function isEnter({ name }: Key): boolean {
  return name === "return" || name === "enter";
}

// The letters that lie on the command keys of a Korean keyboard.
const HANGUL_KEYS: Record<string, string> = {
  ...{ ㅂ: "q", ㅈ: "w", ㄷ: "e", ㄱ: "r", ㅅ: "t", ㅛ: "y", ㅕ: "u", ㅑ: "i", ㅐ: "o", ㅔ: "p" },
  ...{ ㅁ: "a", ㄴ: "s", ㅇ: "d", ㄹ: "f", ㅎ: "g", ㅗ: "h", ㅓ: "j", ㅏ: "k", ㅣ: "l" },
  ...{ ㅋ: "z", ㅌ: "x", ㅊ: "c", ㅍ: "v", ㅠ: "b", ㅜ: "n", ㅡ: "m" },
};

export function commandOf({ name, sequence }: Key): string | undefined {
  return HANGUL_KEYS[sequence ?? ""] ?? name;
}
