/**
 * What happens when the output cannot be written. A reader may stop (`askline list | head`) or hang
 * up: that is no failure, and the exit code stays the same. Anything else, such as a full disk, is
 * said once, and the command fails at its end. A command that goes on, such as a hub, does go on.
 */
import { EXIT } from "./exit-codes.ts";

export function handleOutputErrors() {
  let isSaid = false;
  for (const name of ["stdout", "stderr"] as const) {
    whenFirstUsed(name, (stream) =>
      stream.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code === "EPIPE" || error.code === "EIO" || isSaid) return;
        isSaid = true;
        process.once("exit", () => {
          process.exitCode = EXIT.failure;
        });
        if (name === "stdout") void say(error);
      }),
    );
  }
}

/** Node loads a stream when somebody asks for it, which many a command never does. */
function whenFirstUsed(
  name: "stdout" | "stderr",
  prepare: (stream: NodeJS.WriteStream) => unknown,
) {
  const property = Object.getOwnPropertyDescriptor(process, name);
  const make = property?.get;
  if (property === undefined || make === undefined) {
    prepare(process[name]);
    return;
  }
  Object.defineProperty(process, name, {
    ...property,
    get() {
      Object.defineProperty(process, name, property);
      const stream: NodeJS.WriteStream = make.call(process);
      prepare(stream);
      return stream;
    },
  });
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
