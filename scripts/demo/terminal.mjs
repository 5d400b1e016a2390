// A separate tmux server, for recording a program and for reading a recording back.
import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** Starts `command` in a pane of that size. The caller closes it. */
export function openPane({ columns, rows, command, env = {} }) {
  const socket = `askline-demo-${randomBytes(6).toString("hex")}`;
  const tmux = (...args) => execFileSync("tmux", ["-L", socket, ...args], { encoding: "utf8" });
  const variables = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
  const size = ["-x", String(columns), "-y", String(rows)];
  tmux("-f", "/dev/null", "new-session", "-d", ...size, ...variables, ...command);
  return { tmux, until, ask, close: () => void tmux("kill-server") };

  /** What tmux knows about the pane, such as `pane_title`. */
  function ask(variable) {
    return tmux("display-message", "-p", `#{${variable}}`).trimEnd();
  }

  /** A terminal does not report when it has painted, so look at it until `look` is content. */
  async function until(look, what) {
    for (let turn = 0; turn < 1000; turn++) {
      if (look()) return;
      await sleep(10);
    }
    throw new Error(`The terminal never showed ${what}. It shows:\n${tmux("capture-pane", "-p")}`);
  }
}
