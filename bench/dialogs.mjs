/**
 * How soon every surface learns that a dialog ended. A yes in the agent's own terminal shows
 * only in the client's note that it no longer waits or, with several dialogs, in the pane
 * showing the next one. A decision on a surface shows in the hook's reply. Also measures what
 * holding dialogs costs the hub.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDesk } from "../dist/askline.js";
import { percentile, stamp } from "./support/figures.mjs";
import { startHub } from "./support/hub.mjs";
import { onScene } from "./support/scene.mjs";
import { row } from "./support/table.mjs";

const DIALOGS = 40;
const AT_ONCE = 11;
const SHOWN_MS = 1_000;
const IDLE_MS = 10_000;
// The kernel's tick, the same on every Linux.
const TICK_MS = 10;
const MOST_LOOKS = 1_000;

export async function dialogs() {
  return onScene(async ({ folder }) => {
    const hub = await startHub(folder);
    const desk = openDesk({ sessionsDirectory: join(folder, "sessions") });
    try {
      const idle = await cpuOver(hub, IDLE_MS);
      const held = await Promise.all(
        Array.from({ length: DIALOGS }, (_, index) => openDialog(folder, hub, desk, index)),
      );
      const holding = await cpuOver(hub, IDLE_MS);
      const retired = [];
      const replied = [];
      for (const [index, dialog] of held.entries()) {
        if (index % 2 === 0) retired.push(await yesInTerminal(dialog, desk));
        else replied.push(await yesOnSurface(dialog, desk));
      }
      const passed = await yesesInPane(folder, hub, desk);
      return rowsOf({ idle, holding, retired, replied, passed });
    } finally {
      await desk.close();
      hub.child.kill("SIGTERM");
      await new Promise((resolve) => hub.child.once("exit", resolve));
    }
  });
}

async function openDialog(folder, hub, desk, index) {
  const sessionId = `bench-${index}`;
  const statusPath = join(folder, "claude", "sessions", `${index}.json`);
  mkdirSync(join(folder, "claude", "sessions"), { recursive: true });
  const say = (status) => writeFileSync(statusPath, JSON.stringify({ sessionId, status }));
  say("waiting");
  const transcript_path = join(folder, "claude", "projects", "p", `${sessionId}.jsonl`);
  const common = { session_id: sessionId, transcript_path, cwd: `/bench/${index}` };
  const tool = { tool_name: "Bash", tool_input: { command: `make ${index}` } };
  const reply = post(hub, "PermissionRequest", { ...common, ...tool, permission_suggestions: [] });
  const [ask] = await untilOpen(desk, String(index), 1);
  return { id: ask.id, say, reply };
}

/** Until a process that waits at a surface learns of it. */
async function yesInTerminal({ id, say }, desk) {
  const told = desk.wait(id).then(stamp);
  const start = stamp();
  say("busy");
  return (await told) - start;
}

/** Several dialogs of one agent, which its pane shows one after the other. */
async function yesesInPane(folder, hub, desk) {
  const pane = openPane(folder);
  try {
    const common = { session_id: "bench-pane", transcript_path: null, cwd: "/bench/pane" };
    const where = { "x-askline-pane": pane.id, "x-askline-tmux": pane.socketPath };
    await post(hub, "SessionStart", { ...common, source: "startup" }, where);
    const urls = Array.from(
      { length: AT_ONCE },
      (_, index) => `https://example.com/page-${index}.html`,
    );
    for (const url of urls)
      void post(hub, "PermissionRequest", {
        ...common,
        tool_name: "WebFetch",
        tool_input: { url },
      });
    const asks = await untilOpen(desk, "pane", AT_ONCE);
    const askOf = (url) => asks.find(({ questions }) => questions[0].prompt.includes(url));
    const times = [];
    for (const [index, url] of urls.entries()) {
      const told = index === 0 ? null : desk.wait(askOf(urls[index - 1]).id).then(stamp);
      const start = stamp();
      pane.show([
        "─".repeat(60),
        ` Fetch ${index + 1} of ${AT_ONCE}`,
        ` url: ${url}`,
        " ❯ 1. Yes",
        "   2. No",
      ]);
      if (told !== null) times.push((await told) - start);
      // A shifting pause, so that it does not fall into step with the polling.
      await sleep(SHOWN_MS + index * 37);
    }
    return times;
  } finally {
    pane.tmux("kill-server");
  }
}

function openPane(folder) {
  const socketPath = join(folder, "tmux");
  const tmux = (...words) =>
    execFileSync("tmux", ["-S", socketPath, ...words], { encoding: "utf8" }).trim();
  tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "cat");
  const [id, terminal] = tmux("display-message", "-p", "#{pane_id} #{pane_tty}").split(" ");
  const show = (lines) => writeFileSync(terminal, `\u001b[2J\u001b[H${lines.join("\n")}`);
  return { socketPath, tmux, id, show };
}

async function untilOpen(desk, project, count) {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const asks = (await desk.list({ status: "pending" })).filter(
      ({ source }) => source.project === project,
    );
    if (asks.length === count) return asks;
    await sleep(20);
  }
  throw new Error(`The dialogs of ${project} never came up.`);
}

async function yesOnSurface({ id, reply }, desk) {
  const start = stamp();
  await desk.answer(id, { answers: [{ optionIds: ["allow"] }] }, { surface: "bench" });
  return (await reply) - start;
}

/** Resolves with the moment of the reply. */
function post({ url, token }, event, payload, more = {}) {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      ...more,
    };
    const call = request(`${url}/hook/${event}`, { method: "POST", agent: false, headers });
    call.on("error", reject);
    call.on("response", (response) => response.resume().on("end", () => resolve(stamp())));
    call.end(JSON.stringify({ ...payload, hook_event_name: event }));
  });
}

/** In percent of one core; null if the system does not report it. */
async function cpuOver({ child }, milliseconds) {
  const before = ticksOf(child.pid);
  await sleep(milliseconds);
  const after = ticksOf(child.pid);
  return before === null || after === null
    ? null
    : ((after - before) * TICK_MS * 100) / milliseconds;
}

function ticksOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return null;
  }
}

function rowsOf({ idle, holding, retired, replied, passed }) {
  const cpu =
    idle === null || holding === null
      ? []
      : [
          row("baseline: the hub with no dialog held, of one core", idle, "%"),
          row(`  with ${DIALOGS} dialogs held`, holding, "%"),
        ];
  return [
    row("a yes in the agent's terminal until surfaces know, p50", percentile(retired, 50), "ms"),
    row("  slowest", Math.max(...retired), "ms", { goal: 1_000 }),
    row(
      `the same with ${AT_ONCE} of one agent open at once, in tmux, p50`,
      percentile(passed, 50),
      "ms",
    ),
    row("  slowest", Math.max(...passed), "ms", { goal: 1_000 }),
    row(
      "a yes on a surface until the agent's hook is answered, p50",
      percentile(replied, 50),
      "ms",
    ),
    row("  slowest", Math.max(...replied), "ms"),
    ...cpu,
  ];
}
