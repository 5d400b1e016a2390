// A process of its own on a sessions folder, by the built package. Reads one JSON command a line, answers one a line.
import { createInterface } from "node:readline";
import { SessionManager } from "../../dist/session.js";

const [, , baseDir] = process.argv;
const sessions = new SessionManager({ baseDir, maxSessions: 1_000_000 });

for await (const line of createInterface({ input: process.stdin })) {
  const { method, args } = JSON.parse(line);
  try {
    tell({ result: (await sessions[method](...args)) ?? null });
  } catch (error) {
    tell({ error: { name: error.name, code: error.code, message: error.message } });
  }
}

function tell(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
