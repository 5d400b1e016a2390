/**
 * Caches: the only state that a module may keep. Each has a name, saves work and changes no result.
 */

/** Makes the value with the first call and keeps it. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Keeps the last result as long as the arguments stay identical. */
export function keepingLast<Given extends readonly unknown[], T>(
  make: (...given: Given) => T,
): (...given: Given) => T {
  let last: { readonly given: Given; readonly value: T } | undefined;
  return (...given) => {
    const isSame = last?.given.every((one, index) => Object.is(one, given[index]));
    if (last === undefined || !isSame) last = { given, value: make(...given) };
    return last.value;
  };
}

/** Keeps what was made for that long, or until it is told to forget it. */
export function keepingFor<T>(
  milliseconds: number,
  now: () => Date,
  make: () => T,
): { now(): T; forget(): void } {
  let kept: { readonly at: number; readonly value: T } | undefined;
  return {
    now() {
      const at = now().getTime();
      if (kept === undefined || at - kept.at > milliseconds) kept = { at, value: make() };
      return kept.value;
    },
    forget() {
      kept = undefined;
    },
  };
}

/**
 * True for that many calls, then false: for work that has a faster way, but one that first has to be
 * prepared.
 */
export function firstTimes(many: number): () => boolean {
  let calls = 0;
  return () => ++calls <= many;
}
