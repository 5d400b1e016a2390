/** Draws once for everything that happens in the same turn of the event loop. */

export function onceATurn(draw: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      draw();
    });
  };
}
