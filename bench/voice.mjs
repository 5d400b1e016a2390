/**
 * What a phone waits for: the list of two hundred agents, and an event that a thousand readers
 * follow. The baseline for each, on the same machine in the same minute, is plain `node:http`
 * that only sends the same.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { plainEnvironment } from "./support/environment.mjs";
import { median, percentile, stamp, timed } from "./support/figures.mjs";
import { onScene } from "./support/scene.mjs";
import { row } from "./support/table.mjs";

const COMMAND = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const AGENTS = 200;
const LISTINGS = 1_000;
const READERS = 1_000;
const EVENTS = 40;

export async function voice() {
  return onScene(async ({ folder, start }) => {
    const hub = await startHub(folder);
    const bare = await start("bare-events");
    const connections = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const barePort = await bare.call("listen");
      const targets = {
        hub: {
          url: hub.url,
          token: hub.token,
          pid: hub.child.pid,
          path: "/api/events?types=turn_created",
        },
        bare: {
          url: `http://127.0.0.1:${barePort}`,
          token: "none",
          pid: await bare.call("pid"),
          path: "/events",
        },
      };
      // Readers first: a hub that has just listed much has spare memory, and would
      // seem to need none for them.
      const readers = await start("sse-readers");
      const streams = await events(targets, readers, connections);
      const lists = await listings(targets, bare, connections);
      return rowsOf(lists, streams);
    } finally {
      connections.destroy();
      hub.child.kill("SIGTERM");
      await once(hub.child, "exit");
    }
  });
}

async function listings({ hub, bare: bareTarget }, bare, agent) {
  for (let index = 0; index < AGENTS; index++) {
    const session = { session_id: `bench-${index}`, cwd: `/bench/project-${index}` };
    const prompt = `Look at part ${index} of the program and say what could be better`;
    await call(hub, "POST", "/hook/UserPromptSubmit", agent, {
      ...session,
      hook_event_name: "UserPromptSubmit",
      prompt,
    });
  }
  const list = "/api/voice/sessions";
  const { body } = await call(hub, "GET", list, agent);
  await bare.call("hold", body);
  const times = { hub: [], bare: [], changing: [] };
  for (let index = 0; index < LISTINGS; index++) {
    times.bare.push(await timed(() => call(bareTarget, "GET", "/document", agent)));
    times.hub.push(await timed(() => call(hub, "GET", list, agent)));
  }
  // Working agents send events, and after each the list must be read again.
  for (let index = 0; index < LISTINGS / 4; index++) {
    const session = {
      session_id: `bench-${index % AGENTS}`,
      cwd: `/bench/project-${index % AGENTS}`,
    };
    const stopped = {
      ...session,
      hook_event_name: "Stop",
      last_assistant_message: `Done ${index}.`,
    };
    await call(hub, "POST", "/hook/Stop", agent, stopped);
    times.changing.push(await timed(() => call(hub, "GET", list, agent)));
  }
  return { times, kilobytes: body.length / 1024 };
}

async function events(targets, readers, agent) {
  const names = ["bare", "hub"];
  const memory = { bare: 0, hub: 0 };
  for (const name of names) {
    const { url, path, token, pid } = targets[name];
    await sleep(1_000);
    const before = residentMegabytes(pid);
    await readers.call("open", name, Number(new URL(url).port), path, token, READERS);
    for (let warm = 0; warm < 10; warm++)
      await tell(targets, readers, name, `warm-${name}-${warm}`, agent);
    await sleep(1_000);
    memory[name] = { growth: residentMegabytes(pid) - before, whole: residentMegabytes(pid) };
  }
  const times = { bare: [], hub: [] };
  for (let event = 0; event < EVENTS; event++) {
    for (const name of names)
      times[name].push(await tell(targets, readers, name, `marker-${name}-${event}-end`, agent));
  }
  for (const name of names) await readers.call("close", name);
  return { memory, times };
}

/** From the moment of posting until the last reader has received it. */
async function tell(targets, readers, name, marker, agent) {
  const heard = readers.call("heard", name, marker);
  const start = stamp();
  if (name === "bare") await call(targets.bare, "POST", "/", agent, { text: marker });
  else {
    const session = {
      session_id: "bench-0",
      cwd: "/bench/project-0",
      hook_event_name: "UserPromptSubmit",
    };
    await call(targets.hub, "POST", "/hook/UserPromptSubmit", agent, {
      ...session,
      prompt: marker,
    });
  }
  return (await heard) - start;
}

function call({ url, token }, method, path, agent, body) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = request(url + path, { method, agent, headers });
    sent.on("error", reject);
    sent.on("response", (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        if (response.statusCode === 200) resolve({ body: text });
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
      });
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function residentMegabytes(pid) {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(kilobytes) / 1024;
}

async function startHub(folder) {
  const env = plainEnvironment({
    ASKLINE_STATE_DIR: folder,
    ASKLINE_CONFIG_DIR: folder,
    ASKLINE_BROWSER: "none",
  });
  const child = spawn(process.execPath, [COMMAND, "serve", "--port", "0", "--json"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { token } = JSON.parse(readFileSync(join(folder, "local-token.json"), "utf8"));
  return { child, url: JSON.parse(line).url, token };
}

function rowsOf({ times, kilobytes }, streams) {
  const size = `${kilobytes.toFixed(0)} KB`;
  const { bare, hub } = streams.memory;
  const [plain, ours] = [median(streams.times.bare), median(streams.times.hub)];
  return [
    row(`baseline: bare node:http with the same ${size}, p50`, percentile(times.bare, 50), "ms"),
    row("  p99", percentile(times.bare, 99), "ms"),
    row(`GET /api/voice/sessions with ${AGENTS} agents, p50`, percentile(times.hub, 50), "ms"),
    row("  p99", percentile(times.hub, 99), "ms", { goal: 10 }),
    row("  while agents change, p50", percentile(times.changing, 50), "ms"),
    row("    p99", percentile(times.changing, 99), "ms"),
    row(`baseline: plain node:http, posted to heard by ${READERS}, median`, plain, "ms"),
    row(`hub: posted, durable, and heard by ${READERS} readers, median`, ours, "ms"),
    row("  times the baseline", ours / plain, "x", { goal: 2 }),
    row(`baseline: memory that ${READERS} readers take`, bare.growth, "MB", {
      note: `${bare.whole.toFixed(0)} MB in all`,
    }),
    row(`hub: memory that ${READERS} readers take`, hub.growth, "MB", {
      note: `${hub.whole.toFixed(0)} MB in all`,
    }),
    row("  times the baseline, in all", hub.whole / bare.whole, "x", { goal: 3.5 }),
    row("  times the baseline, growth", hub.growth / bare.growth, "x", { goal: 3.5 }),
  ];
}
