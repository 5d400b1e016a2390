/**
 * Runs a piece of work a moment later, once for any number of calls, and
 * never twice at the same time.
 */
export function soon(
  milliseconds: number,
  work: () => Promise<unknown>,
): (() => void) & { cancel(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  let isWanted = false;
  return Object.assign(ask, { cancel });

  function ask() {
    isWanted = true;
    if (!isBusy) timer ??= setTimeout(() => void start(), milliseconds);
  }

  async function start() {
    timer = undefined;
    isWanted = false;
    isBusy = true;
    await work();
    isBusy = false;
    if (isWanted) ask();
  }

  function cancel() {
    clearTimeout(timer);
    isBusy = true;
  }
}
