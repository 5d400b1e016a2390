/** Standard input, read to its end. */

/** Null if nothing at all has come, nor the end, when the patience is over. */
export async function readInput(patienceMs: number | null = null): Promise<string | null> {
  const chunks: Buffer[] = [];
  let isSilent = false;
  const giveUp =
    patienceMs === null
      ? undefined
      : setTimeout(() => {
          isSilent = true;
          process.stdin.destroy();
        }, patienceMs);
  try {
    for await (const chunk of process.stdin) {
      clearTimeout(giveUp);
      chunks.push(Buffer.from(chunk));
    }
  } catch (error) {
    if (!isSilent) throw error;
  } finally {
    clearTimeout(giveUp);
  }
  return isSilent ? null : Buffer.concat(chunks).toString("utf8");
}
