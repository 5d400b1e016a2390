/** A hub whose database comes and goes, and two hubs on one database, as whoever runs them sees it. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { run, start } from "./support/askline.ts";
import { freePort } from "./support/free-port.ts";
import { bearer, sendRequest } from "./support/hub-process.ts";
import { readOpenMetrics } from "./support/open-metrics.ts";
import { until } from "./support/patience.ts";
import { type Postgres, startPostgres } from "./support/postgres.ts";
import { openSandbox } from "./support/sandbox.ts";
import { knownSecrets } from "./support/secret-shapes.ts";

const TOKEN = randomBytes(32).toString("hex");
const SECRET = knownSecrets().find(([kind]) => kind === "a GitHub token")?.[1] ?? "";

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const environment = (databaseUrl: string) => ({
  ASKLINE_BROWSER: "none",
  ASKLINE_LOG: "json",
  ASKLINE_DATABASE_URL: databaseUrl,
  ASKLINE_METRICS_TOKEN: TOKEN,
});

it("is not ready while its database starts or is away, and lives all the while", async () => {
  using files = openSandbox();
  const env = environment(await postgres.createSchema());
  await postgres.stop();
  const port = await freePort();
  const serving = start(files.path, ["serve", "--port", String(port)], { env });
  const ready = async () => {
    const { status, body } = await sendRequest(port, "/readyz");
    return `${status} ${JSON.parse(body).why ?? "ready"}`;
  };
  const says = (wanted: string) =>
    until(`/readyz to say ${wanted}`, async () => (await ready().catch(() => "")) === wanted);
  await says("503 starting");
  expect((await sendRequest(port, "/healthz")).status).toBe(200);
  postgres.begin();
  await says("200 ready");
  await postgres.stop();
  await says("503 store");
  expect((await sendRequest(port, "/healthz")).status).toBe(200);
  postgres.begin();
  await says("200 ready");
  serving.child.kill("SIGTERM");
  expect((await serving.finished).code).toBe(0);
});

it("two hubs on one database show the same open asks, and neither log nor ask has a secret", async () => {
  using one = openSandbox();
  using other = openSandbox();
  const env = environment(await postgres.createSchema());
  const hubs = [one, other].map(({ path }) => start(path, ["serve", "--port", "0"], { env }));
  const ports = [];
  for (const hub of hubs) {
    const [, url = ""] = await hub.said(/"event":"ready".*"url":"([^"]+)"/);
    ports.push(Number(new URL(url).port));
  }
  const put = ["ask", `Is ${SECRET} in use?`, "-o", "Yes", "-o", "No", "--no-wait"];
  const id = (await run(one.path, put, { env })).stdout.trim();
  const openAt = async (port: number) => {
    const { body } = await sendRequest(port, "/metrics", { headers: bearer(TOKEN) });
    const all = readOpenMetrics(body).get("askline_open_asks")?.samples ?? [];
    return all.reduce((sum, { value }) => sum + value, 0);
  };
  expect(await Promise.all(ports.map(openAt))).toEqual([1, 1]);
  // Answered at the other one.
  const answered = await run(other.path, ["answer", id, "no"], { env });
  expect(answered.code).toBe(0);
  for (const hub of hubs) await hub.said(new RegExp(`"event":"ask_settled".*${id}`));
  expect(await Promise.all(ports.map(openAt))).toEqual([0, 0]);
  const shown = (await run(other.path, ["show", id], { env })).stdout;
  expect(shown.replace(/\s+/g, " ")).toContain("hidden: a GitHub token");
  for (const hub of hubs) hub.child.kill("SIGTERM");
  const printed = await Promise.all(hubs.map(({ finished }) => finished));
  expect(shown + printed.map(({ stdout, stderr }) => stdout + stderr).join("")).not.toContain(
    SECRET,
  );
});
