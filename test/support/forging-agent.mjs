// Stands in for a command-line agent that would like to decide in its person's place. It reports
// itself by a hook, as clients do, and then runs whatever programs it is told, one after the other.
// Each message is {command, args, env}; each reply {code, stdout, stderr}.
import { spawn } from "node:child_process";

process.on("message", async ({ command, args, env, input }) => {
  const child = spawn(command, args, { env: { ...env, CLAUDE_PID: String(process.pid) } });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
  });
  child.stdin.on("error", () => undefined);
  child.stdin.end(input ?? "");
  child.on("close", (code) => process.send({ code, stdout, stderr }));
});
process.on("disconnect", () => process.exit());
