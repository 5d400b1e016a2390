/**
 * Caches: the only state that a module keeps by itself. Each has a name, saves
 * work and changes no result.
 */

/** Made with the first call and kept from then on. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The last result is kept for as long as it is asked for with the very same arguments. */
export function keepingLast<Given extends readonly unknown[], T>(make: (...given: Given) => T): (...given: Given) => T {
  let last: { readonly given: Given; readonly value: T } | undefined;
  return (...given) => {
    const isSame = last?.given.every((one, index) => Object.is(one, given[index]));
    if (last === undefined || !isSame) last = { given, value: make(...given) };
    return last.value;
  };
}
