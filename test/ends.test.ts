/** Whatever goes on, a process that is told to end does, and one that cannot start does not stay either. */
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { run } from "./support/askline.ts";
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
