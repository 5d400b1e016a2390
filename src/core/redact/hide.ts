/** Hides the secrets in a text that have a known shape or stand where a secret stands. Linear. */
import { type HidingParts, markFor } from "./mark.ts";
import { CREDENTIALS, NAMED } from "./named-values.ts";
import { SHAPES } from "./shapes.ts";

export type Hide = (text: string) => string;

export interface Hidden {
  readonly mark: string;
  readonly secret: string;
}

/** `onHidden` hears of every part, for whoever has to put it back. */
export function hiding(parts: HidingParts, onHidden?: (hidden: Hidden) => void): Hide {
  return (text) => {
    let shown = text;
    for (const { kind, hints, pattern } of [...SHAPES, ...CREDENTIALS]) {
      if (!hints.some((hint) => shown.includes(hint))) continue;
      shown = shown.replace(pattern, (secret) => hide(secret, kind));
    }
    if (!MAY_BE_NAMED.test(shown)) return shown;
    for (const { pattern, isSecret } of NAMED) {
      shown = shown.replace(pattern, (whole: string, ...rest) => {
        const [place, all, groups] = rest.slice(-3) as [number, string, Record<string, string>];
        const { end = "", quote = "", value: read = "" } = groups;
        const value = withoutEnd(read, quote);
        const before = whole.slice(0, whole.length - read.length);
        const after = all.charAt(place + before.length + value.length);
        const name = nameBefore(all, place) + end;
        if (value === "" || !isSecret(name, value, after)) return whole;
        return before + hide(value, { noun: nounFor(end) }) + read.slice(value.length);
      });
    }
    return shown;
  };

  function hide(secret: string, kind: Parameters<typeof markFor>[1]): string {
    const mark = markFor(secret, kind, parts);
    onHidden?.({ mark, secret });
    return mark;
  }
}

const MAY_BE_NAMED = /pass|pwd|secret|token|key|credential|connection|pat/i;

const LONGEST_NAME = 60;

function nameBefore(text: string, place: number): string {
  return /[\w.-]*$/.exec(text.slice(Math.max(0, place - LONGEST_NAME), place))?.[0] ?? "";
}

/** What ends a sentence or a list is no part of a value that nobody quoted. */
function withoutEnd(value: string, quote: string): string {
  return quote === "" ? value.replace(/[,;.:?!\\]+$/, "") : value.replace(/\\+$/, "");
}

function nounFor(name: string): "password" | "token" | "key" | "secret" {
  if (/pass|pwd/i.test(name)) return "password";
  if (/token|pat$/i.test(name)) return "token";
  return /key/i.test(name) ? "key" : "secret";
}
