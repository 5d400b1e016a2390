// `npm start`: one question as an agent would put it, answered in this terminal.
import { spawnSync } from "node:child_process";

const question = [
  "Your agent wants to remember sessions. Which database should it use?",
  ...["--title", "Database"],
  ...[
    "--context",
    "This is what a question from an agent looks like. Answer with a number, a label, or your own words.",
  ],
  ...["--option", "Postgres :: boring, fast, needs a server"],
  ...["--option", "SQLite :: one file, no server"],
  ...["--option", "Neither :: keep them in memory"],
  ...["--recommend", "SQLite"],
  ...["--timeout", "30m"],
];
const { status } = spawnSync(process.execPath, ["dist/cli.js", "ask", ...question], { stdio: "inherit" });
process.exitCode = status ?? 1;
