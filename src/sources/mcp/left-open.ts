/**
 * The asks whose calls the clients of this process gave up without a person's cancel, until their
 * askers have received how they ended.
 */

export interface LeftOpen {
  /** `asker` is the caller's name, as in `takerOf`. */
  add(askId: string, asker: string): void;
  forget(askId: string): void;
  by(asker: string): string[];
  all(): string[];
}

export function createLeftOpen(): LeftOpen {
  const askers = new Map<string, string>();
  return {
    add: (askId, asker) => void askers.set(askId, asker),
    forget: (askId) => void askers.delete(askId),
    by: (asker) => [...askers].filter(([, name]) => name === asker).map(([askId]) => askId),
    all: () => [...askers.keys()],
  };
}
