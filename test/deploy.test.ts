/**
 * What is in deploy/ fits this program: the files are whole, name only variables, ports and paths
 * that exist, and what the container runs becomes ready and ends in time.
 */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { parseAllDocuments, parseDocument } from "yaml";
import { run, runJson, start } from "./support/askline.ts";
import { lanAddress, sendRequest } from "./support/hub-process.ts";
import { openSandbox } from "./support/sandbox.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string) => readFileSync(`${root}/${path}`, "utf8");
const containerfile = read("deploy/Containerfile");
const compose = whole(parseDocument(read("deploy/compose.yaml"), { merge: true }));
const manifests = parseAllDocuments(read("deploy/kubernetes.yaml"), { merge: true }).map(whole);
const manifest = (kind: string) => manifests.find((one) => one.kind === kind);
const hub = manifest("StatefulSet").spec.template.spec.containers[0];
const GRACE_SECONDS = 3;

// biome-ignore lint/suspicious/noExplicitAny: files of every shape
function whole(document: any): any {
  expect(document.errors).toEqual([]);
  expect(document.warnings).toEqual([]);
  return document.toJS();
}

it("names only variables that this program reads", () => {
  const sources = readdirSync(`${root}/src`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => read(`src/${path}`));
  const known = new Set(sources.join("\n").match(/ASKLINE_[A-Z_]+/g));
  for (const path of ["Containerfile", "compose.yaml", "kubernetes.yaml"]) {
    const named = new Set(read(`deploy/${path}`).match(/ASKLINE_[A-Z_]+/g));
    expect([path, [...named].filter((name) => !known.has(name))]).toEqual([path, []]);
  }
});

it("gives every setting a value that it takes", async () => {
  using files = openSandbox();
  const own = { ASKLINE_STATE_DIR: files.path, ASKLINE_CONFIG_DIR: files.path };
  const inPod = Object.fromEntries(
    hub.env.map((one: { name: string; value?: string }) => [one.name, one.value ?? ""]),
  );
  const inCompose = { ...compose.services["hub-1"].environment, ASKLINE_DATABASE_URL: "" };
  for (const env of [containerEnvironment(), inPod, inCompose]) {
    const { code, stderr } = await run(files.path, ["config"], { env: { ...env, ...own } });
    expect([code, stderr]).toEqual([0, ""]);
  }
});

it("has one port everywhere, which is the program's own", async () => {
  using files = openSandbox();
  const { port } = (await runJson(files.path, ["config"])).settings;
  expect(containerfile).toContain(`EXPOSE ${port.value}\n`);
  expect(containerfile).toContain(`CMD ["serve", "--port", "${port.value}"]`);
  expect(hub.ports).toEqual([{ name: "http", containerPort: port.value }]);
  const [service] = manifest("Service").spec.ports;
  expect(service).toMatchObject({ port: port.value, targetPort: "http" });
  for (const name of ["hub-1", "hub-2"])
    expect(compose.services[name].ports[0]).toMatch(
      new RegExp(`^127\\.0\\.0\\.1:\\d+:${port.value}$`),
    );
});

it("starts two hubs that differ in nothing but their place, after PostgreSQL", () => {
  const { services, volumes } = compose;
  const { hostname: _, volumes: __, ports: ___, ...first } = services["hub-1"];
  const { hostname, volumes: own, ports, ...second } = services["hub-2"];
  expect(second).toEqual(first);
  expect([hostname, own, ports[0].split(":")[1]]).toEqual([
    "hub-2",
    ["hub-2:/var/lib/askline"],
    "8476",
  ]);
  expect(Object.keys(volumes)).toEqual(["postgres", "hub-1", "hub-2"]);
  expect(first.depends_on.postgres.condition).toBe("service_healthy");
  expect(services.postgres.healthcheck.test.join(" ")).toContain("pg_isready");
  expect(manifest("StatefulSet").spec.replicas).toBe(2);
});

it("leaves a hub more time to end than it takes", () => {
  const inPod = hub.env.find((one: { name: string }) => one.name === "ASKLINE_DRAIN_SECONDS");
  const { environment, stop_grace_period: grace } = compose.services["hub-1"];
  const times: [number, number][] = [
    [Number(inPod.value), manifest("StatefulSet").spec.template.spec.terminationGracePeriodSeconds],
    [Number(environment.ASKLINE_DRAIN_SECONDS), Number.parseInt(grace, 10)],
  ];
  for (const [drain, given] of times) {
    expect(drain).toBeGreaterThan(0);
    expect(given).toBeGreaterThan(drain + GRACE_SECONDS);
  }
});

it("runs: healthy, ready by the pod's own address, and gone after SIGTERM", async () => {
  using files = openSandbox();
  const own = { ASKLINE_STATE_DIR: files.path, ASKLINE_CONFIG_DIR: files.path };
  const env = { ...containerEnvironment(), ...own, ASKLINE_DRAIN_SECONDS: "0" };
  const serving = start(files.path, ["serve", "--port", "0"], { env });
  const [, url = ""] = await serving.said(/"event":"ready".*"url":"([^"]+)"/);
  const port = Number(new URL(url).port);
  const probes = ["startupProbe", "livenessProbe", "readinessProbe"];
  for (const probe of probes) {
    const { path, port: name } = hub[probe].httpGet;
    expect(name).toBe("http");
    const host = `${lanAddress()}:${port}`;
    const reply = await sendRequest(port, path, { at: lanAddress(), headers: { host } });
    expect([probe, reply.status]).toEqual([probe, 200]);
  }
  const check = /CMD (\["node", "-e".*\])\n/.exec(containerfile)?.[1] ?? "";
  const [, ...args] = JSON.parse(check.replace("8475", String(port)));
  await promisify(execFile)(process.execPath, args);
  serving.child.kill("SIGTERM");
  const { code, stdout } = await serving.finished;
  expect([code, stdout]).toEqual([0, ""]);
  await expect(promisify(execFile)(process.execPath, args)).rejects.toThrow();
});

it("builds what package.json can build, and starts what it installs", () => {
  const { scripts, bin, engines } = JSON.parse(read("package.json"));
  const npmScripts = [...containerfile.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
  expect(npmScripts.filter((name) => scripts[name] === undefined)).toEqual([]);
  const [, entry = ""] = /ENTRYPOINT \["(\w+)"\]/.exec(containerfile) ?? [];
  expect(Object.keys(bin)).toContain(entry);
  const versions = [...containerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, one]) => Number(one));
  for (const version of versions)
    expect(version).toBeGreaterThanOrEqual(Number.parseInt(engines.node.replace(/\D*/, ""), 10));
});

function containerEnvironment(): Record<string, string> {
  const lines = containerfile.replace(/\\\n\s*/g, "");
  const [, pairs = ""] = /^ENV (.*)$/m.exec(lines) ?? [];
  return Object.fromEntries(pairs.split(" ").map((pair) => pair.split("=") as [string, string]));
}
