/** An MCP server as a client sees it: JSON-RPC by lines over its standard input and output. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { plainEnvironment } from "./environment.mjs";

export function startMcp(args, env = {}) {
  const child = spawn(process.execPath, args, {
    stdio: ["pipe", "pipe", "inherit"],
    env: plainEnvironment(env),
  });
  const waiting = new Map();
  let requests = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, result } = JSON.parse(line);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  return { request, notify, initialize, stop, pid: child.pid };

  function request(method, params = {}) {
    requests += 1;
    const id = requests;
    send({ id, method, params });
    return new Promise((resolve) => waiting.set(id, resolve));
  }

  function notify(method) {
    send({ method });
  }

  async function initialize() {
    await request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "bench", version: "1" },
    });
    notify("notifications/initialized");
  }

  async function stop() {
    const ended = once(child, "exit");
    child.stdin.end();
    await ended;
  }

  function send(message) {
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
