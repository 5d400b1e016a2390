// `node scripts/cast-to-svg.mjs demo.cast demo.svg`: turns an asciicast v2 into an animated
// picture. tmux plays the recording and is asked for each screen, so that nothing here has
// to understand a terminal.
import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { svgOf } from "./demo/svg.mjs";
import { openPane } from "./demo/terminal.mjs";

// Changes closer together than the eye sees make one screen; a longer pause bores the viewer.
const SAME_SCREEN_SECONDS = 0.04;
const LONGEST_PAUSE_SECONDS = 3;
const LAST_SCREEN_SECONDS = 3;

export async function svgFromCast(cast) {
  const [header, ...events] = cast
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  if (header.version !== 2)
    throw new Error(`This is an asciicast of version ${header.version}; only 2 is read.`);
  const chunks = chunksOf(events);
  const screens = await screensOf(header, chunks);
  const frames = framesOf(chunks, screens);
  return svgOf({ columns: header.width, rows: header.height, frames });
}

/** Output that belongs on one screen, with how long that screen stays. */
function chunksOf(events) {
  const chunks = [];
  for (const [at, kind, text] of events) {
    if (kind !== "o") continue;
    const last = chunks.at(-1);
    if (last !== undefined && at - last.at < SAME_SCREEN_SECONDS) last.text += text;
    else chunks.push({ at, text });
  }
  return chunks.map(({ at, text }, index) => {
    const until = chunks[index + 1]?.at ?? at + LAST_SCREEN_SECONDS;
    return { text, seconds: Math.min(until - at, LONGEST_PAUSE_SECONDS) };
  });
}

async function screensOf({ width, height }, chunks) {
  const folder = mkdtempSync(join(tmpdir(), "askline-cast-"));
  const fifo = join(folder, "bytes");
  execFileSync("mkfifo", [fifo]);
  const pane = openPane({
    columns: width,
    rows: height,
    env: { LC_ALL: "C.UTF-8" },
    command: [`stty raw -echo; cat '${fifo}'`],
  });
  const bytes = openSync(fifo, "w");
  try {
    const screens = [];
    for (const [index, { text }] of chunks.entries()) {
      // The title follows the text, so once tmux has the title, the screen is painted.
      writeSync(bytes, `${text}\u001b]2;screen ${index}\u001b\\`);
      await pane.until(() => pane.ask("pane_title") === `screen ${index}`, `screen ${index}`);
      const [x, y, isShown] = pane
        .ask("cursor_x} #{cursor_y} #{cursor_flag")
        .split(" ")
        .map(Number);
      const lines = pane.tmux("capture-pane", "-p", "-e", "-N").split("\n").slice(0, height);
      screens.push({ lines, cursor: isShown ? { x, y } : null });
    }
    return screens;
  } finally {
    pane.close();
    closeSync(bytes);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Consecutive screens that look the same become one frame. */
function framesOf(chunks, screens) {
  const frames = [];
  for (const [index, screen] of screens.entries()) {
    const { seconds } = chunks[index];
    const last = frames.at(-1);
    if (last !== undefined && JSON.stringify(last.screen) === JSON.stringify(screen))
      last.seconds += seconds;
    else frames.push({ screen, seconds });
  }
  return frames.map(({ screen, seconds }) => ({ ...screen, seconds }));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [from, to] = process.argv.slice(2);
  if (from === undefined || to === undefined)
    throw new Error("Say which cast to read and which SVG to write.");
  writeFileSync(to, await svgFromCast(readFileSync(from, "utf8")));
}
