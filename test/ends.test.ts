/**
 * A process that is told to end does end, whatever it is doing, and one that cannot start does not
 * stay.
 */
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, watch } from "node:fs";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { type Running, run, runJson, start } from "./support/askline.ts";
import { startHub } from "./support/hub.ts";
import { until } from "./support/patience.ts";
import { openSandbox } from "./support/sandbox.ts";

describe("askline serve", () => {
  it("ends though somebody who was refused a live connection never hangs up", async () => {
    await using hub = await startHub();
    using stranger = await refusedUpgrade(hub.url);
    await hub.stop();
    expect(existsSync(hub.files.at("hub.json"))).toBe(false);
    expect(stranger.said()).toContain("HTTP/1.1 401");
  });

  it("survives a client that breaks off a refused live connection", async () => {
    await using hub = await startHub();
    for (let times = 0; times < 5; times++) {
      using stranger = await refusedUpgrade(hub.url);
      stranger.breakOff();
    }
    expect((await hub.get("/healthz")).status).toBe(200);
  });

  it("takes back where it is though its terminal hangs up more than once", async () => {
    using files = openSandbox();
    for (let times = 0; times < 3; times++) {
      const serving = start(files.path, ["serve", "--port", "0", "--json"]);
      await serving.said(/"link"/);
      await hungUpOn(serving);
      expect(existsSync(files.at("hub.json"))).toBe(false);
    }
  });

  it("ends when it cannot say where it is", async () => {
    using files = openSandbox();
    mkdirSync(files.at("hub.json"));
    const { code, stderr } = await run(files.path, ["serve", "--port", "0"]);
    expect(code).toBe(1);
    expect(stderr).toContain("Could not write hub.json");
  });
});

describe("askline ask", () => {
  it.each([["--wait"], ["--no-wait"]])(
    "%s, ended while it puts its question, leaves none open and none half written",
    async (flag) => {
      using files = openSandbox();
      mkdirSync(files.at("sessions"));
      const told: string[] = [];
      for (let times = 0; times < 8; times++) {
        const args = ["ask", "Which?", "-o", "A", "-o", "B", ...(flag === "--wait" ? [] : [flag])];
        const asking = start(files.path, args);
        await somethingIn(files.at("sessions"));
        asking.child.kill("SIGTERM");
        // If it was quicker than the signal, it printed its id and its question stays.
        const { stdout } = await asking.finished;
        if (flag === "--no-wait" && stdout !== "") told.push(stdout.trim());
      }
      const left = readdirSync(files.at("sessions")).filter((name) => name.startsWith(".new"));
      expect(left).toEqual([]);
      const open = await runJson(files.path, ["list"]);
      // The list has the newest first.
      expect(open.map(({ id }: { id: string }) => id)).toEqual(told.reverse());
    },
  );
});

describe("a terminal that hangs up more than once, as one with a shell in it does,", () => {
  it("has its question withdrawn", async () => {
    using files = openSandbox();
    for (let times = 0; times < 5; times++) {
      const asking = start(files.path, ["ask", "Which?", "-o", "A", "-o", "B"]);
      await asking.said(/waiting/i);
      await hungUpOn(asking);
    }
    expect(await runJson(files.path, ["list"])).toEqual([]);
  });
});

/** Sends the signal again and again until the process has ended. */
async function hungUpOn({ child, finished }: Running) {
  const again = setInterval(() => child.kill("SIGHUP"), 1);
  await finished;
  clearInterval(again);
}

describe("askline mcp", () => {
  it("goes on when nobody reads its errors, and withdraws when its client leaves", async () => {
    using files = openSandbox();
    mkdirSync(files.at("sessions"));
    const serving = start(files.path, ["mcp"], {
      keepsInputOpen: true,
      env: { ASKLINE_BROWSER: "none" },
    });
    serving.child.stderr.destroy();
    const say = (message: object) =>
      serving.child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
    const clientInfo = { name: "test", version: "1" };
    say({
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo },
    });
    say({ method: "notifications/initialized" });
    const options = [{ id: "a", label: "A", recommended: true }];
    const choice = {
      title: "One",
      prompt: "Which?",
      selection_mode: "single",
      options,
      transport: "web",
    };
    say({ id: 2, method: "tools/call", params: { name: "provide_choice", arguments: choice } });
    // Where it is shown is what it would say.
    await until("a waiting call", async () =>
      readdirSync(files.at("sessions"), { recursive: true }).some(isMark),
    );
    serving.child.stdout.destroy();
    serving.child.stdin.end();
    expect((await serving.finished).code).toBe(0);
    const [settled] = await runJson(files.path, ["list", "--all"]);
    expect(settled).toMatchObject({ outcome: { status: "abandoned", kind: "withdrawn" } });
  });
});

function isMark(path: string | Buffer): boolean {
  return String(path).includes(".waiting-");
}

/** Resolves with the first thing that happens in a folder. */
async function somethingIn(folder: string) {
  const watcher = watch(folder);
  await once(watcher, "change");
  watcher.close();
}

/** A connection that stays half open, as a careless client would leave it. */
async function refusedUpgrade(url: string) {
  const { port, host } = new URL(url);
  const socket: Socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
  let heard = "";
  socket.on("error", () => undefined).on("data", (chunk) => (heard += chunk));
  const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13";
  socket.write(
    `GET /live HTTP/1.1\r\nHost: ${host}\r\n` +
      `Connection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`,
  );
  await once(socket, "data");
  return {
    said: () => heard,
    breakOff: () => void socket.resetAndDestroy(),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
