/** The access log keeps to its size, to its owner, and out of the way. */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { openSandbox } from "../../test/support/sandbox.ts";
import { type AccessLog, createAccessLog } from "./access-log.ts";

const caller = {
  source_ip: "192.0.2.7",
  endpoint: "/api/voice/sessions",
  method: "GET",
  target_agent: null,
  auth: "device",
  device: "1a2b3c4d",
} as const;

it("forgets the oldest lines, never the newest, and is for its owner's eyes only", async () => {
  using files = openSandbox();
  const log = createAccessLog({ directory: files.at("logs"), largestBytes: 1000, files: 3 });
  for (let number = 0; number < 40; number++)
    await serveOne(log, { ...caller, target_agent: String(number) });
  await log.close();
  const names = readdirSync(files.at("logs")).sort();
  expect(names).toEqual(["voice-access.log", "voice-access.log.1", "voice-access.log.2"]);
  for (const name of names) {
    const { size, mode } = statSync(files.at("logs", name));
    expect(size).toBeLessThanOrEqual(1000);
    expect(mode & 0o777).toBe(0o600);
  }
  const lines = names
    .reverse()
    .flatMap((name) => readFileSync(files.at("logs", name), "utf8").trim().split("\n"));
  const numbers = lines.map((line) => Number(JSON.parse(line).target_agent));
  expect(numbers.at(-1)).toBe(39);
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
});

it("costs a request nothing where it cannot be written", async () => {
  using files = openSandbox();
  writeFileSync(files.at("logs"), "not a folder");
  const log = createAccessLog({ directory: files.at("logs") });
  expect(await serveOne(log, caller)).toBe(204);
  await log.close();
  expect(readFileSync(files.at("logs"), "utf8")).toBe("not a folder");
});

it("leaves out whatever is longer than an id, and keeps each entry on one line", async () => {
  using files = openSandbox();
  const log = createAccessLog({ directory: files.path });
  const secret = "askline_0123456789012345678901234567890123456789abc";
  await serveOne(log, {
    ...caller,
    endpoint: `/api/voice/agents/${secret}/output`,
    target_agent: secret,
  });
  await serveOne(log, { ...caller, target_agent: 'a\n{"auth":"local"}' });
  await log.close();
  const text = readFileSync(files.at("voice-access.log"), "utf8");
  expect(text).not.toContain("0123456789");
  expect(JSON.parse(text.split("\n")[0] ?? "")).toMatchObject({
    endpoint: "/api/voice/agents/…/output",
    target_agent: "…",
  });
  expect(text.trim().split("\n")).toHaveLength(2);
});

it("makes nothing before there is something to write", async () => {
  using files = openSandbox();
  await createAccessLog({ directory: files.at("logs") }).close();
  expect(existsSync(files.at("logs"))).toBe(false);
});

/** The status of a real response that the log follows. */
async function serveOne(log: AccessLog, of: Parameters<AccessLog["follow"]>[1]): Promise<number> {
  const server = createServer((_, response) => {
    log.follow(response, of);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { status } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
  return status;
}
