/**
 * Delivers text to an agent in tmux: over the control-mode connection that is kept open, and by
 * one process per command.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { median, percentile, stamp, timed } from "./support/figures.mjs";
import { onScene } from "./support/scene.mjs";
import { row } from "./support/table.mjs";

const COMMANDS = 300;
const DELIVERIES = 15;
const TEXT = "Please run the tests, 그리고 결과를 알려 주세요.";
const STAND_IN = fileURLToPath(new URL("../test/support/stand-in-agent.mjs", import.meta.url));
// The channel waits this long on purpose between the paste and the Enter.
const ENTER_DELAY_MS = 200;

export async function channels() {
  return onScene(async ({ folder }) => {
    const { openTmuxClient, createTmuxChannel } = await load(folder);
    const server = await openServer(folder);
    try {
      const control = await measure("off");
      const spawned = await measure("on"); // with focus events no client is kept attached
      return [
        row("one command over control mode, p50", median(control.commands), "ms", {
          note: spread(control.commands),
        }),
        row("one command by a process, p50", median(spawned.commands), "ms", {
          note: spread(spawned.commands),
        }),
        row("ratio", median(control.commands) / median(spawned.commands), "x", { goal: 0.25 }),
        row(
          "a text delivered over control mode, p50",
          median(control.deliveries),
          "ms",
          aside(control.deliveries),
        ),
        row(
          "a text delivered by processes, p50",
          median(spawned.deliveries),
          "ms",
          aside(spawned.deliveries),
        ),
      ];
    } finally {
      server.tmux("kill-server");
    }

    async function measure(focusEvents) {
      server.tmux("set-option", "-g", "focus-events", focusEvents);
      const client = openTmuxClient({ socketPath: server.socketPath });
      const channel = createTmuxChannel();
      const commands = await repeat(COMMANDS, () =>
        timed(() => client.query(["display-message", "-p", "hello"])),
      );
      const deliveries = await repeat(DELIVERIES, () => deliver(channel, server));
      await client.close();
      await channel.close();
      return { commands, deliveries };
    }
  });
}

/** From the call until the agent has written the text into its transcript. */
async function deliver(channel, { agent, transcript }) {
  const before = transcript().length;
  const start = stamp();
  await channel.deliver(agent, TEXT, { claim: async () => true });
  while (transcript().length === before) await sleep(1);
  const milliseconds = stamp() - start;
  await sleep(150); // until the pane is free again, which is not measured
  return milliseconds;
}

/** One more than asked for, because the first opens the connection. */
async function repeat(rounds, work) {
  const times = [];
  for (let round = 0; round <= rounds; round++) times.push(await work());
  return times.slice(1);
}

function spread(values) {
  return `p99 ${percentile(values, 99).toFixed(2)} ms`;
}

function aside(values) {
  return {
    note: `${(median(values) - ENTER_DELAY_MS).toFixed(1)} ms beside the ${ENTER_DELAY_MS} ms before Enter`,
  };
}

async function openServer(folder) {
  const socketPath = join(folder, "tmux");
  const path = join(folder, "transcript.jsonl");
  writeFileSync(path, "");
  const tmux = (...args) => execFileSync("tmux", ["-S", socketPath, ...args], { encoding: "utf8" });
  const given = ["-e", `STAND_IN_TRANSCRIPT=${path}`, "-e", "LANG=C.UTF-8"];
  tmux(
    "-f",
    "/dev/null",
    "new-session",
    "-d",
    "-x",
    "100",
    "-y",
    "30",
    ...given,
    process.execPath,
    STAND_IN,
  );
  while (!tmux("capture-pane", "-p").includes("❯")) await sleep(20);
  const pid = Number(tmux("display-message", "-p", "#{pane_pid}"));
  const agent = { pane: { id: "%0", socketPath, pid }, lastSeenAt: new Date().toISOString() };
  const transcript = () => readFileSync(path, "utf8").split('"type":"user"');
  return { socketPath, tmux, agent, transcript };
}

/** The channel is inside the command's bundle, so it is bundled here once more on its own. */
async function load(folder) {
  const from = (name) =>
    fileURLToPath(new URL(`../src/agents/channels/${name}.ts`, import.meta.url));
  const input = { client: from("tmux-client"), channel: from("tmux-channel") };
  const bundle = await rolldown({ input, platform: "node", logLevel: "silent" });
  await bundle.write({ dir: join(folder, "code"), format: "esm", entryFileNames: "[name].mjs" });
  return {
    ...(await import(join(folder, "code/client.mjs"))),
    ...(await import(join(folder, "code/channel.mjs"))),
  };
}
