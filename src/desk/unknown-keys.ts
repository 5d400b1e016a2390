/** Tells of keys in a configuration file that mean nothing: usually they are mistyped. */
import { isRecord } from "../core/json.ts";
import { nearestWord } from "../core/nearest-word.ts";

export interface UnknownKey {
  key: string;
  /** The key that was probably meant. */
  nearest?: string;
}

/** `known` may have dots; such a key may also be written as nested objects. */
export function unknownKeysIn(
  written: Record<string, unknown>,
  known: readonly string[],
  prefix = "",
): UnknownKey[] {
  return Object.entries(written).flatMap(([name, value]) => {
    const key = prefix + name;
    if (known.includes(key) || key === "$schema") return [];
    if (isRecord(value) && known.some((other) => other.startsWith(`${key}.`)))
      return unknownKeysIn(value, known, `${key}.`);
    return [unknownKey(key, known)];
  });
}

export function unknownKey(key: string, known: readonly string[]): UnknownKey {
  const nearest = nearestWord(key, known);
  return nearest === undefined ? { key } : { key, nearest };
}

/** In English, as everything that a configuration file's reader complains of. */
export function unknownKeySentence({ key, nearest }: UnknownKey): string {
  const guess = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  return `There is no setting called ${JSON.stringify(key)}.${guess}`;
}
