/**
 * What happens when the output cannot be written. A reader may stop (`askline list | head`) or hang
 * up: that is no failure, and the exit code stays the same. Anything else, such as a full disk, is
 * said once, and the command fails at its end. A command that goes on, such as a hub, does go on.
 */
import { EXIT } from "./exit-codes.ts";

export function handleOutputErrors() {
  let isSaid = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE" || error.code === "EIO" || isSaid) return;
      isSaid = true;
      process.once("exit", () => {
        process.exitCode = EXIT.failure;
      });
      if (stream === process.stdout) void say(error);
    });
  }
}

async function say(error: Error) {
  const [{ languageHere }, { messages }, { troubleInWords }] = await Promise.all([
    import("./language.ts"),
    import("./messages.ts"),
    import("../store/file/disk-trouble.ts"),
  ]);
  const locale = languageHere();
  const { message, suggestion } = messages(locale).outputLost(troubleInWords(error, locale));
  process.stderr.write(`${message}\n${suggestion}\n`);
}
