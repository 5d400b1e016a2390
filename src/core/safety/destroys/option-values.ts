/** Finds the values of a program's options on its command line. */

/**
 * Every value that one of the options is given. `options` are written as on the command line,
 * apart by spaces: `-o --output`. Long options may be cut short, as many programs take them so.
 * Without `isCluster` a letter stands alone: the program has long options with one dash.
 */
export function valuesOf(
  words: readonly string[],
  options: string,
  { isCluster = true }: { isCluster?: boolean } = {},
): string[] {
  const known = options.split(/\s+/);
  return words.flatMap((word, index) => {
    if (!word.startsWith("-") || word === "-" || word === "--") return [];
    for (const option of known) {
      const value = valueIn(word, option, isCluster);
      if (value !== undefined) return [value ?? words[index + 1] ?? ""];
    }
    return [];
  });
}

/** The value in the word; null if it is the next word, undefined if it is another option. */
function valueIn(word: string, option: string, isCluster: boolean): string | null | undefined {
  if (/^-[a-zA-Z]$/.test(option)) {
    if (word === option) return null;
    // `-XDELETE` is one option with its value.
    if (/^-\w*X[A-Za-z]/.test(word)) return undefined;
    const letter = option.charAt(1);
    const at = word.startsWith("--") ? -1 : word.slice(1).indexOf(letter);
    if (at === -1 || !isCluster) return undefined;
    // Letters before it are options without a value.
    if (!/^[a-zA-Z]{0,4}$/.test(word.slice(1, at + 1))) return undefined;
    const rest = word.slice(at + 2);
    return rest === "" ? null : rest.replace(/^=/, "");
  }
  const [, name = "", joined, value] = /^([^=:]*)([=:]?)(.*)$/s.exec(word) ?? [];
  const isCut =
    option.startsWith("--") &&
    name.length >= Math.max(5, option.length * SHORTEST_CUT) &&
    option.startsWith(name);
  if (name !== option && !isCut) return undefined;
  return joined === "" ? null : (value ?? "");
}

/** A shorter beginning may be another option, as `--target` and `--target-dir`. */
const SHORTEST_CUT = 0.75;
