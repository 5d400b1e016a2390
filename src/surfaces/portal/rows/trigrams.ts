/**
 * Finds texts that contain some words, wherever in a text a word begins: Korean puts particles on
 * its words and has compounds, so looking words up whole would miss most of them.
 *
 * Every three letters in a row lead to the texts they stand in. The rarest three of a word leave few
 * texts to look through; a word of one or two letters is looked for in all.
 */
export interface Trigrams {
  add(id: string, text: string): void;
  remove(id: string): void;
  /** The ids of the texts that contain every word. */
  find(words: readonly string[]): Set<string>;
}

export function createTrigrams(): Trigrams {
  const texts = new Map<string, string>();
  const places = new Map<string, Set<string>>();
  return { add, remove, find };

  function add(id: string, text: string) {
    remove(id);
    texts.set(id, text);
    for (const gram of gramsOf(text)) {
      const ids = places.get(gram);
      if (ids === undefined) places.set(gram, new Set([id]));
      else ids.add(id);
    }
  }

  function remove(id: string) {
    const text = texts.get(id);
    if (text === undefined) return;
    texts.delete(id);
    for (const gram of gramsOf(text)) {
      const ids = places.get(gram);
      ids?.delete(id);
      if (ids?.size === 0) places.delete(gram);
    }
  }

  function find(words: readonly string[]): Set<string> {
    const found = new Set<string>();
    for (const id of fewest(words)) {
      const text = texts.get(id);
      if (text !== undefined && words.every((word) => text.includes(word))) found.add(id);
    }
    return found;
  }

  /** A small set of ids that has all that can fit. */
  function fewest(words: readonly string[]): Iterable<string> {
    let best: Iterable<string> = texts.keys();
    let size = texts.size;
    for (const gram of words.flatMap((word) => [...gramsOf(word)])) {
      const ids = places.get(gram) ?? new Set<string>();
      if (ids.size < size) [best, size] = [ids, ids.size];
    }
    return best;
  }
}

function gramsOf(text: string): Set<string> {
  const grams = new Set<string>();
  for (let at = 0; at + 3 <= text.length; at++) grams.add(text.slice(at, at + 3));
  return grams;
}

/** Letters as they are compared: of one case, and composed. */
export function foldedForSearch(text: string): string {
  return text.toLowerCase().normalize("NFC");
}
