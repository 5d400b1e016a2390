/** Whatever goes on, a process that is told to end does, and one that cannot start does not stay either. */
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, watch } from "node:fs";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { run, runJson, start } from "./support/askline.ts";
import { startHub } from "./support/hub.ts";
import { openSandbox } from "./support/sandbox.ts";

describe("askline serve", () => {
  it("ends though somebody who was refused a live connection never hangs up", async () => {
    await using hub = await startHub();
    using stranger = await refusedUpgrade(hub.url);
    await hub.stop();
    expect(existsSync(hub.files.at("hub.json"))).toBe(false);
    expect(stranger.said()).toContain("HTTP/1.1 401");
  });

  it("outlives whoever breaks off a live connection that was refused", async () => {
    await using hub = await startHub();
    for (let times = 0; times < 5; times++) {
      using stranger = await refusedUpgrade(hub.url);
      stranger.breakOff();
    }
    expect((await hub.get("/healthz")).status).toBe(200);
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
        // Should it have been quicker, its id was told and its question stays.
        const { code, stdout } = await asking.finished;
        if (code === 0) told.push(stdout.trim());
      }
      const left = readdirSync(files.at("sessions")).filter((name) => name.startsWith(".new"));
      expect(left).toEqual([]);
      const open = await runJson(files.path, ["list"]);
      expect(open.map(({ id }: { id: string }) => id)).toEqual(told);
    },
  );
});

/** Resolves with the first thing that happens in a folder. */
async function somethingIn(folder: string) {
  const watcher = watch(folder);
  await once(watcher, "change");
  watcher.close();
}

/** A connection that stays half open, as that of a client with little care for others would. */
async function refusedUpgrade(url: string) {
  const { port, host } = new URL(url);
  const socket: Socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
  let heard = "";
  socket.on("error", () => undefined).on("data", (chunk) => (heard += chunk));
  const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13";
  socket.write(`GET /live HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n\r\n`);
  await once(socket, "data");
  return {
    said: () => heard,
    breakOff: () => void socket.resetAndDestroy(),
    [Symbol.dispose]: () => void socket.destroy(),
  };
}
