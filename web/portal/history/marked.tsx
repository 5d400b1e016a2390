/** A text in which the words of a search are marked. */
import { comparable } from "../../../src/core/ask/history.ts";

export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return (
    <bdi>
      {partsOf(text, words).map(({ piece, isFound, from }) =>
        isFound ? <mark key={from}>{piece}</mark> : piece,
      )}
    </bdi>
  );
}

interface Part {
  piece: string;
  isFound: boolean;
  /** Where in the text it begins. */
  from: number;
}

function partsOf(text: string, words: readonly string[]): Part[] {
  const folded = comparable(text);
  // Where folding changes a text's length, its places are no places in the text.
  if (words.length === 0 || folded.length !== text.length)
    return [{ piece: text, isFound: false, from: 0 }];
  const parts: Part[] = [];
  let done = 0;
  while (done < text.length) {
    const next = nearest(folded, words, done);
    if (next === null) break;
    if (next.at > done)
      parts.push({ piece: text.slice(done, next.at), isFound: false, from: done });
    parts.push({ piece: text.slice(next.at, next.end), isFound: true, from: next.at });
    done = next.end;
  }
  if (done < text.length) parts.push({ piece: text.slice(done), isFound: false, from: done });
  return parts;
}

function nearest(folded: string, words: readonly string[], from: number) {
  let best: { at: number; end: number } | null = null;
  for (const word of words) {
    const at = folded.indexOf(word, from);
    if (at !== -1 && (best === null || at < best.at)) best = { at, end: at + word.length };
  }
  return best;
}
