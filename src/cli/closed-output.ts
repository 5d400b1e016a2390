/**
 * A reader may stop (`askline list | head`) or hang up. That is no failure, and the
 * exit code stays the same.
 */
export function ignoreClosedOutput() {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
    });
  }
}
