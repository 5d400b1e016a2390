/** What a hub has for whoever runs it: figures, readiness, an end that drains, logs, retention. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { run, runJson, start } from "./support/askline.ts";
import { clockAtRate } from "./support/child-clock.ts";
import { bearer, sendRequest, startHubProcess } from "./support/hub-process.ts";
import { type ReadFamily, readOpenMetrics } from "./support/open-metrics.ts";
import { until } from "./support/patience.ts";
import { openSandbox } from "./support/sandbox.ts";
import { knownSecrets } from "./support/secret-shapes.ts";

const TOKEN = randomBytes(32).toString("hex");
const COLOURS = ["-o", "Red", "-o", "Blue"];

function figure(family: ReadFamily | undefined, labels: Record<string, string>, suffix = "") {
  return family?.samples.find(
    (one) =>
      one.name === family.name + suffix &&
      Object.entries(labels).every(([name, value]) => one.labels[name] === value),
  )?.value;
}

it("figures are OpenMetrics, and say what an operator asks", async () => {
  await using hub = await startHubProcess({ ASKLINE_METRICS_TOKEN: TOKEN });
  const read = async () => {
    const { body, headers } = await sendRequest(hub.port, "/metrics", { headers: bearer(TOKEN) });
    expect(headers["content-type"]).toMatch(/^application\/openmetrics-text; version=1\.0\.0;/);
    return readOpenMetrics(body);
  };
  const before = await read();
  expect(figure(before.get("askline_open_asks"), { age: "under_5m" })).toBe(0);
  const ask = async () =>
    (await run(hub.state, ["ask", "Which colour?", ...COLOURS, "--no-wait"])).stdout.trim();
  const [, second] = [await ask(), await ask()];
  await run(hub.state, ["answer", second, "red"]);
  await run(hub.state, ["wait", second]);
  const after = await until("the figures of both asks", async () => {
    const now = await read();
    const delivered = figure(now.get("askline_delivery_seconds"), { le: "+Inf" }, "_bucket");
    return delivered === 1 ? now : undefined;
  });
  expect(figure(after.get("askline_open_asks"), { age: "under_5m" })).toBe(1);
  expect(figure(after.get("askline_answer_seconds"), { outcome: "completed" }, "_count")).toBe(1);
  expect(
    figure(after.get("askline_follower_lag_seconds"), { follower: "asks" }, "_count"),
  ).toBeGreaterThanOrEqual(3);
  expect(figure(after.get("process_resident_memory_bytes"), {})).toBeGreaterThan(1e7);
  expect(figure(after.get("askline_connections"), { kind: "http" })).toBeGreaterThanOrEqual(1);
  expect(figure(after.get("askline_ready"), {})).toBe(1);
  expect(after.get("nodejs_eventloop_delay_seconds")?.samples).toHaveLength(3);
});

it("figures open with their own token alone, and are not there without one", async () => {
  await using hub = await startHubProcess({ ASKLINE_METRICS_TOKEN: TOKEN });
  const status = async (headers: Record<string, string>) =>
    (await sendRequest(hub.port, "/metrics", { headers })).status;
  const opened = await sendRequest(
    hub.port,
    new URL(hub.said.link).pathname + new URL(hub.said.link).search,
  );
  const cookie = String(opened.headers["set-cookie"]).split(";", 1)[0] ?? "";
  expect([
    await status({}),
    await status({ cookie }),
    await status(bearer(hub.token)),
    await status(bearer(await hub.device("phone"))),
    await status(bearer(TOKEN)),
  ]).toEqual([401, 401, 401, 401, 200]);
  // It opens nothing else.
  const asks = await sendRequest(hub.port, "/api/asks", { headers: bearer(TOKEN) });
  expect(asks.status).toBe(401);
  await using without = await startHubProcess();
  const none = await sendRequest(without.port, "/metrics", { headers: bearer(without.token) });
  expect(none.status).toBe(404);
});

it("a token for figures that could be guessed is refused with what to do", async () => {
  using files = openSandbox();
  const { code, stderr } = await run(files.path, ["serve", "--port", "0"], {
    env: { ASKLINE_METRICS_TOKEN: "metrics" },
  });
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/ASKLINE_METRICS_TOKEN is too short.*32[\s\S]*openssl rand -hex 32/);
});

it("is ready, says so no more once told to end, and answers what is under way", async () => {
  using files = openSandbox();
  const serving = start(files.path, ["serve", "--port", "0", "--json"], {
    env: { ASKLINE_BROWSER: "none", ASKLINE_LOG: "json", ASKLINE_DRAIN_SECONDS: "1" },
  });
  const [line] = await serving.said(/\{.*"link".*\}/);
  const port = Number(new URL(JSON.parse(line).url).port);
  expect(await sendRequest(port, "/readyz")).toMatchObject({ status: 200, body: '{"ready":true}' });
  const slow = await halfASend(port, files.readJson("local-token.json").token);
  serving.child.kill("SIGTERM");
  await serving.said(/"event":"stopping"/);
  expect(await sendRequest(port, "/readyz")).toMatchObject({
    status: 503,
    body: '{"ready":false,"why":"stopping"}',
  });
  expect(await slow.finish()).toMatch(/^HTTP\/1\.1 4\d\d/);
  const { code, stderr } = await serving.finished;
  expect([code, stderr.trim().split("\n").at(-1)]).toEqual([
    0,
    expect.stringContaining('"stopped"'),
  ]);
});

it("logs an event a line as JSON, without a word of an ask, a token or a link", async () => {
  const [, secret = ""] = knownSecrets().find(([kind]) => kind === "a GitHub token") ?? [];
  const words = ["PLANTED-QUESTION", "PLANTED-ANSWER", "PLANTED-PROJECT", secret];
  await using hub = await startHubProcess({
    ASKLINE_LOG: "json",
    ASKLINE_METRICS_TOKEN: TOKEN,
    ASKLINE_VOICE_BRIDGE_NETWORK_BIND_ADDRESS: "0.0.0.0",
  });
  const device = await hub.device("phone");
  const question = `PLANTED-QUESTION ${secret}?`;
  const id = (
    await run(hub.state, ["ask", question, "--context", "PLANTED-PROJECT", "--no-wait"])
  ).stdout.trim();
  mkdirSync(hub.files.at("sessions", "6f1c1f3e-7c0a-4b8e-9f6e-2d1b7a9c0e11"));
  writeFileSync(
    hub.files.at("sessions", "6f1c1f3e-7c0a-4b8e-9f6e-2d1b7a9c0e11", "request.json"),
    `{ "prompt": "PLANTED-QUESTION ${secret}`,
  );
  await sendRequest(hub.port, `/api/asks?token=${secret}`, { headers: bearer(device) });
  await sendRequest(hub.port, "/hook/PermissionRequest", {
    method: "POST",
    headers: { ...bearer(hub.token), "content-type": "application/json" },
    body: `{"prompt":"PLANTED-QUESTION ${secret}"`,
  });
  await run(hub.state, ["answer", id, "PLANTED-ANSWER"]);
  await run(hub.state, ["wait", id]);
  const link = new URL(hub.said.link).searchParams.get("code") ?? "none";
  const printed = await hub.end();
  const lines = printed.split("\n").filter((line) => line !== "" && !line.includes('"link"'));
  const events = lines.map((line) => JSON.parse(line));
  for (const event of events)
    expect(event).toMatchObject({
      at: expect.any(String),
      level: expect.any(String),
      pid: expect.any(Number),
    });
  expect(events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(["ready", "ask_put", "ask_settled", "stopping", "stopped"]),
  );
  expect(events.find(({ event }) => event === "ask_settled")).toMatchObject({
    ask: id,
    status: "completed",
  });
  for (const word of [...words, hub.token, device, TOKEN, link])
    expect(lines.filter((line) => line.includes(word))).toEqual([]);
});

it("removes what was settled longer ago than its project keeps it, with its files", async () => {
  using files = openSandbox();
  const asked: Record<string, string> = {};
  for (const name of ["short", "long", "other", "never", "open"]) {
    const put = ["ask", "Which?", "--project", name, "--no-wait"];
    asked[name] = (await run(files.path, put)).stdout.trim();
  }
  const upload = "0123456789abcdef01234567-plan.txt";
  for (const name of ["short", "long", "other", "never"])
    await run(files.path, [
      "answer",
      asked[name] ?? "",
      `see ${files.at("uploads", "answers", upload)}`,
    ]);
  mkdirSync(files.at("uploads", "answers"), { recursive: true });
  writeFileSync(files.at("uploads", "answers", upload), "the plan");
  writeFileSync(files.at("uploads", "answers", "fedcba9876543210fedcba98-other.txt"), "another");
  const in40Days = { ...clockAtRate(1), TEST_CLOCK_AHEAD: String(40 * 24 * 60 * 60 * 1000) };
  const keep = {
    // Files of answers go by this too, whatever their ask.
    ASKLINE_RETENTION_DAYS: "0",
    ASKLINE_RETENTION_BY_PROJECT: "short=30, long=90, never=0, *=39",
  };
  const serving = start(files.path, ["serve", "--port", "0", "--json"], {
    env: { ASKLINE_BROWSER: "none", ASKLINE_LOG: "json", ...keep, ...in40Days },
  });
  await serving.said(/"event":"retention","pid":\d+,"removed":2/);
  serving.child.kill("SIGTERM");
  await serving.finished;
  const left = Object.keys(asked).filter((name) =>
    existsSync(files.at("sessions", asked[name] ?? "")),
  );
  expect(left.sort()).toEqual(["long", "never", "open"]);
  expect(existsSync(files.at("uploads", "answers", upload))).toBe(false);
  expect(existsSync(files.at("uploads", "answers", "fedcba9876543210fedcba98-other.txt"))).toBe(
    true,
  );
  const doctor = await run(files.path, ["doctor"], { env: keep });
  expect(doctor.stdout.replace(/\s+/g, " ")).toContain(
    "A running hub removes what was settled: short after 30 days, long after 90 days, " +
      "never not at all, all others after 39 days.",
  );
  const config = await run(files.path, ["config"], { env: keep });
  expect(config.stdout).toMatch(/retentionByProject +short=30,long=90,never=0,\*=39 /);
  const { settings } = await runJson(files.path, ["config"], { env: keep });
  expect(settings.retentionByProject.value).toEqual({ short: 30, long: 90, never: 0, "*": 39 });
});

/** A request whose body has begun: the hub waits for the rest before it answers. */
async function halfASend(port: number, token: string) {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const head = [
    ...["POST /api/agents/1/send HTTP/1.1", `Host: 127.0.0.1:${port}`],
    ...[`Authorization: Bearer ${token}`, "Content-Type: application/json", "Content-Length: 12"],
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n{"text"`);
  return {
    async finish(): Promise<string> {
      socket.write(':"a"}');
      const [bytes] = await once(socket, "data");
      return String(bytes);
    },
  };
}
