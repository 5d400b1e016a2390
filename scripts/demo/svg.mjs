// Draws screens as one SVG: side by side on a film strip, which a CSS animation
// moves on frame by frame.
import { runsOf } from "./screen-line.mjs";

const CELL = { width: 8.4, height: 18 };
const FONT_SIZE = 14;
const MARGIN = 14;
const BACKGROUND = "#16181d";
const FOREGROUND = "#d7dae0";

/** The picture has a background of its own, so it reads the same on a light and on a dark page. */
export function svgOf({ columns, rows, frames }) {
  const [width, height] = [columns * CELL.width, rows * CELL.height];
  const known = new Map();
  const strip = frames.map((frame, index) => frameOf(frame, index * width, known));
  const outer = { width: round(width + 2 * MARGIN), height: round(height + 2 * MARGIN) };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${outer.width} ${outer.height}" width="${outer.width}" height="${outer.height}">
<style>
text{font:${FONT_SIZE}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Noto Sans Mono CJK KR",monospace;fill:${FOREGROUND};white-space:pre}
.b{font-weight:700}.i{font-style:italic}.d{opacity:.6}.u{text-decoration:underline}.s{text-decoration:line-through}
.film{animation:film ${round(lengthOf(frames))}s step-end infinite}
@keyframes film{${keyframes(frames, width)}}
@media (prefers-reduced-motion:reduce){.film{animation:none;transform:translateX(-${round((frames.length - 1) * width)}px)}}
</style>
<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>
<defs>${[...known].map(([markup, id]) => `<g id="${id}">${markup}</g>`).join("\n")}</defs>
<svg x="${MARGIN}" y="${MARGIN}" width="${round(width)}" height="${height}" viewBox="0 0 ${round(width)} ${height}" overflow="hidden"><g class="film">
${strip.join("\n")}
</g></svg>
</svg>
`;
}

function lengthOf(frames) {
  return frames.reduce((sum, { seconds }) => sum + seconds, 0);
}

function keyframes(frames, width) {
  const total = lengthOf(frames);
  let at = 0;
  return frames
    .map(({ seconds }, index) => {
      const percent = round((at / total) * 100, 3);
      at += seconds;
      return `${percent}%{transform:translateX(-${round(index * width)}px)}`;
    })
    .join("");
}

/** A line is drawn once, however many screens show it. */
function frameOf({ lines, cursor }, left, known) {
  const uses = lines.map((line, row) => {
    const markup = lineOf(line);
    if (markup === "") return "";
    if (!known.has(markup)) known.set(markup, `l${known.size}`);
    return `<use href="#${known.get(markup)}" y="${row * CELL.height}"/>`;
  });
  const block =
    cursor === null
      ? ""
      : `<rect x="${round(cursor.x * CELL.width)}" y="${cursor.y * CELL.height}" width="${CELL.width}" height="${CELL.height}" fill="${FOREGROUND}" opacity=".5"/>`;
  return `<g transform="translate(${round(left)})">${uses.join("")}${block}</g>`;
}

function lineOf(line) {
  return runsOf(line).map(runOf).join("");
}

/** Each run has its column and its length, so that no font can move the text after it. */
function runOf({ column, cells, text, look }) {
  const { foreground = FOREGROUND, background, classes } = coloursOf(look);
  const [x, length] = [round(column * CELL.width), round(cells * CELL.width)];
  const rect =
    background && `<rect x="${x}" width="${length}" height="${CELL.height}" fill="${background}"/>`;
  if (text.trim() === "" && !classes.includes("u")) return rect ?? "";
  const style = [
    classes.length === 0 ? "" : ` class="${classes.join(" ")}"`,
    foreground === FOREGROUND ? "" : ` style="fill:${foreground}"`,
  ].join("");
  const words = `<text x="${x}" y="13.5" textLength="${length}" lengthAdjust="spacingAndGlyphs"${style}>${escaped(text)}</text>`;
  return (rect ?? "") + words;
}

function coloursOf({ foreground, background, isInverse, ...marks }) {
  const classes = Object.keys(marks).filter((mark) => marks[mark]);
  if (!isInverse) return { foreground, background, classes };
  return { foreground: background ?? BACKGROUND, background: foreground ?? FOREGROUND, classes };
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function round(number, digits = 1) {
  return Number(number.toFixed(digits));
}
