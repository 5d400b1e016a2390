/**
 * The smallest possible full-screen program: bare Node that fills one screen and waits for keys.
 */
const rows = Array.from(
  { length: process.stdout.rows },
  (_, index) => `${index + 1} one screen is here`,
);

process.stdin.setRawMode(true);
process.stdout.write(`\u001b[?1049h\u001b[2J\u001b[H${rows.join("\r\n")}`);
process.stdin.resume();
