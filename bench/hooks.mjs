/**
 * How long an agent waits at each of its hooks: the hub takes the call in, reads the new part of a
 * long transcript and makes it durable. The baseline, on the same machine in the same minute, is a
 * bare server that does nothing with the call.
 */
import { closeSync, copyFileSync, openSync, writeSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { percentile, stamp } from "./support/figures.mjs";
import { besideDisk } from "./support/fsync.mjs";
import { startHub } from "./support/hub.mjs";
import { onScene } from "./support/scene.mjs";
import { row } from "./support/table.mjs";

const AGENTS = 20;
const TRANSCRIPT_BYTES = 50 * 1024 * 1024;
const HOOKS_PER_AGENT = 60;
// Five hook calls a second make a busy agent.
const PAUSE_MS = 200;
const UNINTERESTING = 1_000;
const LAST_WORDS = "and that was all so far";

export async function hooks() {
  return onScene(async ({ folder, start }) => {
    const transcripts = writeTranscripts(folder);
    const hub = await startHub(folder);
    const bare = await start("bare-http");
    const connections = new Agent({ keepAlive: true, maxSockets: AGENTS });
    try {
      const port = await bare.call("listen");
      const to = {
        hub: caller(hub.url, hub.token, connections),
        bare: caller(`http://127.0.0.1:${port}`, "", connections),
      };
      // Older lines are read once, after the hooks, and the agent does not wait for that.
      const isRead = allRead(hub);
      for (const [index, path] of transcripts.entries())
        await to.hub("Stop", payloadOf(index, path));
      await isRead;
      const captured = await capture(to, transcripts, await start("disk"), join(folder, "fsync"));
      const quick = await uninteresting(to, transcripts[0]);
      return rowsOf(captured, quick);
    } finally {
      connections.destroy();
      hub.child.kill("SIGTERM");
      await new Promise((resolve) => hub.child.once("exit", resolve));
    }
  });
}

/** Resolves when the last line of every transcript has become a turn. */
function allRead({ url, token }) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const call = request(`${url}/api/events?types=turn_created`, { headers, agent: false });
    let left = AGENTS;
    call.on("error", reject);
    call.on("response", (response) => {
      const lines = createInterface({ input: response }).on("error", reject);
      lines.on("line", (line) => {
        if (!line.includes(LAST_WORDS)) return;
        left -= 1;
        if (left > 0) return;
        call.destroy();
        resolve();
      });
    });
    call.end();
  });
}

async function capture(to, transcripts, disk, file) {
  const times = { hub: [], bare: [], disk: [] };
  for (const target of ["bare", "hub"]) {
    if (target === "hub") await disk.call("begin", file);
    await Promise.all(
      transcripts.map(async (path, index) => {
        await sleep(Math.random() * PAUSE_MS);
        for (let hook = 0; hook < HOOKS_PER_AGENT; hook++) {
          // Asynchronously, because a slow disk would otherwise hold up the calls of
          // all the other agents here.
          if (target === "hub") await appendFile(path, linesOf(index, `said ${hook} by ${index}`));
          const tool = {
            tool_name: "Bash",
            tool_input: { command: "ls" },
            tool_use_id: `toolu_${index}_${hook}`,
          };
          times[target].push(
            await timed(() =>
              to[target]("PostToolUse", {
                ...payloadOf(index, path),
                ...tool,
                tool_response: { stdout: "x".repeat(2_000) },
              }),
            ),
          );
          await sleep(PAUSE_MS * (0.5 + Math.random()));
        }
      }),
    );
  }
  times.disk = await disk.call("end");
  return times;
}

async function uninteresting(to, path) {
  const times = { hub: [], bare: [] };
  for (let call = 0; call < UNINTERESTING; call++) {
    const tool = {
      tool_name: "Read",
      tool_input: { file_path: "/a/file.ts" },
      tool_use_id: `toolu_read_${call}`,
    };
    for (const target of ["hub", "bare"]) {
      times[target].push(
        await timed(() => to[target]("PreToolUse", { ...payloadOf(0, path), ...tool })),
      );
    }
  }
  return times;
}

async function timed(work) {
  const start = stamp();
  await work();
  return stamp() - start;
}

function payloadOf(index, path) {
  return {
    session_id: `bench-${index}`,
    transcript_path: path,
    cwd: `/bench/${index}`,
    prompt_id: `prompt-${index}`,
  };
}

function caller(url, token, agent) {
  return (event, payload) =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const call = request(`${url}/hook/${event}`, { method: "POST", agent, headers });
      call.on("error", reject);
      call.on("response", (response) => {
        response.resume();
        response.on("end", () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`)),
        );
      });
      call.end(JSON.stringify({ ...payload, hook_event_name: event }));
    });
}

/** Lines like the client's own: the agent's text, a call, and a result of some kilobytes. */
function writeTranscripts(folder) {
  const first = join(folder, "transcript-0.jsonl");
  const file = openSync(first, "a");
  const block = linesOf(0, "older", "x".repeat(20_000));
  for (let size = 0; size < TRANSCRIPT_BYTES; size += block.length)
    writeSync(file, linesOf(0, "older", "x".repeat(20_000)));
  writeSync(file, linesOf(0, LAST_WORDS));
  closeSync(file);
  return Array.from({ length: AGENTS }, (_, index) => {
    const path = join(folder, `transcript-${index}.jsonl`);
    if (index > 0) copyFileSync(first, path);
    return path;
  });
}

let lines = 0;

function linesOf(index, text, result = "") {
  lines += 1;
  const timestamp = new Date().toISOString();
  const common = {
    isSidechain: false,
    sessionId: `bench-${index}`,
    cwd: `/bench/${index}`,
    version: "2.1.325",
    timestamp,
  };
  const said = {
    id: `msg_${lines}`,
    role: "assistant",
    content: [{ type: "text", text: `${text} ${lines}` }],
  };
  const called = { type: "tool_result", tool_use_id: `toolu_${lines}`, content: result };
  const written = [
    { ...common, type: "assistant", uuid: `a-${lines}`, message: said },
    { ...common, type: "user", uuid: `u-${lines}`, message: { role: "user", content: [called] } },
  ];
  return written.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function rowsOf({ bare, hub, disk }, quick) {
  const active = `${AGENTS} agents with transcripts of 50 MB`;
  return [
    row("baseline: bare node:http, same calls, p50", percentile(bare, 50), "ms"),
    row("  p99", percentile(bare, 99), "ms"),
    row(`PostToolUse with capture, ${active}, p50`, percentile(hub, 50), "ms", { goal: 5 }),
    row("  p99", percentile(hub, 99), "ms", { goal: 25 }),
    row("  slowest", Math.max(...hub), "ms"),
    ...besideDisk(hub, disk),
    row("baseline: bare node:http, one after the other, p50", percentile(quick.bare, 50), "ms"),
    row("PreToolUse of a tool nobody cares about, p50", percentile(quick.hub, 50), "ms", {
      goal: 3,
    }),
    row("  p99", percentile(quick.hub, 99), "ms"),
  ];
}
