// A separate process on a sessions folder, using the built package. Reads one JSON command per
// line, writes one reply per line.
import { createInterface } from "node:readline";
import { SessionManager } from "../../dist/session.js";

const [, , baseDir, user] = process.argv;
if (user !== undefined) become(Number(user));
const sessions = new SessionManager({ baseDir, maxSessions: 1_000_000 });

for await (const line of createInterface({ input: process.stdin })) {
  const { method, args } = JSON.parse(line);
  try {
    tell({ result: (await sessions[method](...args)) ?? null });
  } catch (error) {
    tell({ error: { name: error.name, code: error.code, message: error.message } });
  }
}

/**
 * Call it only once everything is loaded: the checkout, and Node itself, may lie in a home that
 * other users may not enter.
 */
function become(id) {
  process.setgroups([id]);
  process.setgid(id);
  process.setuid(id);
}

function tell(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
