/**
 * The draft that somebody has begun in an agent's prompt. A text typed now would be appended to it
 * and sent with it. Read from a screen with its colours: a prompt's own suggestion is dim or
 * coloured, a draft is plain. Pure.
 */

/** Empty if nothing is written there, or if no prompt is visible. */
export function draftOn(screen: string): string {
  const lines = plainAndOwn(screen);
  const prompt = lines.findLast(({ plain }) => PROMPT.test(plain));
  if (prompt === undefined) return "";
  const sign = PROMPT.exec(prompt.plain)?.[0].length ?? 0;
  return prompt.own.slice(sign).replace(/│\s*$/, "").trim();
}

const PROMPT = /^[\s│]*[❯›]/;

interface Line {
  plain: string;
  /** The same line, with spaces in place of dim, inverse or coloured text. */
  own: string;
}

interface Style {
  isDim: boolean;
  isInverse: boolean;
  isColoured: boolean;
}

const NORMAL: Style = { isDim: false, isInverse: false, isColoured: false };

/** A style lasts until it is changed, also across line ends. */
function plainAndOwn(screen: string): Line[] {
  const lines: Line[] = [];
  let style = NORMAL;
  for (const raw of screen.split("\n")) {
    const line: Line = { plain: "", own: "" };
    for (const [part, codes] of raw.matchAll(PARTS)) {
      if (codes !== undefined) style = styled(style, codes);
      else if (!part.startsWith(ESCAPE)) {
        line.plain += part;
        line.own +=
          style.isDim || style.isInverse || style.isColoured ? " ".repeat(part.length) : part;
      }
    }
    lines.push(line);
  }
  return lines;
}

const ESCAPE = "\u001b";
// A style, a link, any other sequence, or text.
const PARTS = new RegExp(
  `${ESCAPE}\\[([\\d;:]*)m|${ESCAPE}\\].*?${ESCAPE}\\\\|${ESCAPE}.|[^${ESCAPE}]+`,
  "g",
);

function styled(before: Style, codes: string): Style {
  let style = before;
  const [...rest] = codes.split(/[;:]/).map(Number);
  for (let code = rest.shift(); code !== undefined; code = rest.shift()) {
    if (code === 0) style = NORMAL;
    if (code === 2 || code === 22) style = { ...style, isDim: code === 2 };
    if (code === 7 || code === 27) style = { ...style, isInverse: code === 7 };
    if (code === 39) style = { ...style, isColoured: false };
    if ((code >= 30 && code <= 38) || (code >= 90 && code <= 97))
      style = { ...style, isColoured: true };
    // Skip the colour's arguments: one palette number, or three for red, green and blue.
    if (code === 38 || code === 48 || code === 58) rest.splice(0, rest[0] === 5 ? 2 : 4);
  }
  return style;
}
