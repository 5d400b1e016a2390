/**
 * How soon everybody knows of a dialog's end. A yes in the agent's own terminal is told by nothing but the client's note that
 * it waits no more; a decision on a surface is told by the hook's reply. Beside it what holding dialogs costs the hub.
 */
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
const IDLE_MS = 10_000;
// Of the kernel, on every Linux there is.
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
      return rowsOf({ idle, holding, retired, replied });
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
  for (let look = 0; look < MOST_LOOKS; look++) {
    const ask = (await desk.list({ status: "pending" })).find(({ source }) => source.project === String(index));
    if (ask !== undefined) return { id: ask.id, say, reply };
    await sleep(20);
  }
  throw new Error(`The dialog of agent ${index} never came up.`);
}

/** Until somebody who waits at a surface is told. */
async function yesInTerminal({ id, say }, desk) {
  const told = desk.wait(id).then(stamp);
  const start = stamp();
  say("busy");
  return (await told) - start;
}

async function yesOnSurface({ id, reply }, desk) {
  const start = stamp();
  await desk.answer(id, { answers: [{ optionIds: ["allow"] }] }, { surface: "bench" });
  return (await reply) - start;
}

/** Resolves with the moment it was answered. */
function post({ url, token }, event, payload) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const call = request(`${url}/hook/${event}`, { method: "POST", agent: false, headers });
    call.on("error", reject);
    call.on("response", (response) => response.resume().on("end", () => resolve(stamp())));
    call.end(JSON.stringify({ ...payload, hook_event_name: event }));
  });
}

/** In percent of one core; null where the system does not tell. */
async function cpuOver({ child }, milliseconds) {
  const before = ticksOf(child.pid);
  await sleep(milliseconds);
  const after = ticksOf(child.pid);
  return before === null || after === null ? null : ((after - before) * TICK_MS * 100) / milliseconds;
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

function rowsOf({ idle, holding, retired, replied }) {
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
    row("a yes on a surface until the agent's hook is answered, p50", percentile(replied, 50), "ms"),
    row("  slowest", Math.max(...replied), "ms"),
    ...cpu,
  ];
}
