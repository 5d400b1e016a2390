/**
 * The worker's side of the line protocol: commands by name, several at a
 * time, until the input ends.
 */
import { createInterface } from "node:readline";

export function serve(commands) {
  const known = { ready: () => null, ...commands };
  const lines = createInterface({ input: process.stdin });
  lines.on("line", (line) => void obey(JSON.parse(line)));
  lines.once("close", () => process.exit(0));

  async function obey({ number, command, args }) {
    const reply = await Promise.resolve()
      .then(() => known[command](...args))
      .then(
        (result) => ({ number, result: result ?? null }),
        (error) => ({ number, error: String(error?.stack ?? error) }),
      );
    process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
}
