/** Things of one name happen one after another; things of different names do not wait for each other. */

export interface KeptOrder {
  <T>(name: string, transaction: () => Promise<T>): Promise<T>;
  /** Resolves once nothing is under way. */
  idle(): Promise<void>;
}

export function keepOrder(): KeptOrder {
  const last = new Map<string, Promise<unknown>>();

  function inOrder<T>(name: string, transaction: () => Promise<T>): Promise<T> {
    const result = (last.get(name) ?? Promise.resolve()).then(transaction);
    const settled = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(name, settled);
    void settled.then(() => {
      if (last.get(name) === settled) last.delete(name);
    });
    return result;
  }

  async function idle(): Promise<void> {
    while (last.size > 0) await Promise.all(last.values());
  }

  return Object.assign(inOrder, { idle });
}
