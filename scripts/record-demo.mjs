// `npm run demo`, `npm run demo -- ask`: plays scenes in a real terminal and saves the program's
// output as docs/demo/<name>.cast (asciicast v2) and, made from that, docs/demo/<name>.svg.
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openDesk } from "../dist/askline.js";
import { svgFromCast } from "./cast-to-svg.mjs";
import { SCENES } from "./demo/scenes.mjs";
import { openPane } from "./demo/terminal.mjs";

const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const FOLDER = fileURLToPath(new URL("../docs/demo/", import.meta.url));
const KEY_PACE_MS = 35;

mkdirSync(FOLDER, { recursive: true });
const chosen = process.argv.slice(2);
for (const name of chosen.length === 0 ? Object.keys(SCENES) : chosen) {
  const scene = SCENES[name];
  if (scene === undefined)
    throw new Error(`There is no scene ${name}; there are ${Object.keys(SCENES).join(", ")}.`);
  const cast = await record(scene);
  const svg = await svgFromCast(cast);
  writeFileSync(join(FOLDER, `${name}.cast`), cast);
  writeFileSync(join(FOLDER, `${name}.svg`), svg);
  console.log(`docs/demo/${name}.svg: ${Math.round(svg.length / 1024)} KB`);
}

/** The scene as the lines of an asciicast. */
async function record({ columns, rows, steps, prepare }) {
  const state = mkdtempSync(join(tmpdir(), "askline-demo-"));
  const desk = openDesk({ sessionsDirectory: join(state, "sessions") });
  const project = join(state, "shop");
  mkdirSync(project);
  writeFileSync(join(state, "askline"), `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
  chmodSync(join(state, "askline"), 0o755);
  const env = {
    ASKLINE_STATE_DIR: state,
    LANG: "en_US.UTF-8",
    LC_ALL: "C.UTF-8",
    TERM: "tmux-256color",
    USER: "ada",
  };
  const pane = openPane({ columns, rows, env, command: ["sh"] });
  try {
    await prepare?.({ desk, state });
    // tmux passes its own path to the programs it starts, so the path is set in the shell,
    // before the recording begins.
    pane.tmux("send-keys", "-l", `PATH='${state}':$PATH PS1='$ '; cd '${project}'; clear\n`);
    await pane.until(() => /^\$\s*$/.test(pane.tmux("capture-pane", "-p")), "a bare prompt");
    const events = listen(pane, join(state, "bytes"));
    events.take("\u001b[H\u001b[2J$ ");
    for (const step of steps) await play(step, pane);
    const header = { version: 2, width: columns, height: rows, env: { TERM: "xterm-256color" } };
    return [header, ...events.all()].map((line) => `${JSON.stringify(line)}\n`).join("");
  } finally {
    pane.close();
    await desk.close();
    rmSync(state, { recursive: true, force: true });
  }
}

/** Every byte that the pane's program writes, with the second it arrived. */
function listen(pane, fifo) {
  const startedAt = performance.now();
  const events = [];
  const decoder = new TextDecoder();
  execFileSync("mkfifo", [fifo]);
  createReadStream(fifo).on("data", (bytes) => take(decoder.decode(bytes, { stream: true })));
  pane.tmux("pipe-pane", `cat > '${fifo}'`);
  return { take, all: () => events };

  function take(text) {
    events.push([Number(((performance.now() - startedAt) / 1000).toFixed(3)), "o", text]);
  }
}

async function play({ type, press, until, pause }, pane) {
  if (pause !== undefined) await sleep(pause);
  for (const character of type ?? "") {
    pane.tmux("send-keys", "-l", "--", character);
    await sleep(KEY_PACE_MS);
  }
  for (const key of press ?? []) pane.tmux("send-keys", key);
  if (until !== undefined)
    await pane.until(() => until.test(pane.tmux("capture-pane", "-p")), until);
}
