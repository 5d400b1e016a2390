/**
 * A hook that names a session file which is none: what belongs to others, never ends, or blocks.
 * Nothing of it is shown, and the hub goes on.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Attack, each } from "../support/attack.ts";
import { bearer, JSON_TYPE, send } from "../support/requests.ts";

const SECRET = "the-words-of-somebody-else";
const EVENTS = ["Stop", "SessionStart", "UserPromptSubmit"];

export const attack: Attack = {
  name: "session files that are none",
  run: async ({ port, token, hookToken }) => {
    const folder = mkdtempSync(join(tmpdir(), "askline-attack-"));
    const at = (name: string) => join(folder, name);
    writeFileSync(at("secret.json"), JSON.stringify({ token: SECRET }));
    writeFileSync(at("secret.jsonl"), `${SECRET}\n{"type":"assistant"}\n{${SECRET}`);
    if (process.platform !== "win32") execFileSync("mkfifo", [at("pipe.jsonl")]);
    const files = [
      ...[at("secret.json"), at("secret.jsonl"), at("pipe.jsonl"), folder, at("missing.jsonl")],
      ...["/dev/zero", "/dev/stdin", "/etc/passwd", "/proc/self/environ", "", "relative.jsonl"],
      ...["/etc/passwd\u0000.jsonl", `${folder}/../../etc/passwd`, "x".repeat(5_000)],
    ];
    const tries = files.flatMap((file) => EVENTS.map((event) => ({ file, event })));
    try {
      return await each(
        tries,
        ({ file, event }) => `${event} with ${file.slice(0, 60)}`,
        async ({ file, event }) => {
          const body = JSON.stringify({
            ...{ session_id: `s-${event}`, transcript_path: file, cwd: folder },
            ...{ hook_event_name: event, prompt: "go on", last_assistant_message: "Done." },
          });
          const headers = { ...JSON_TYPE, ...bearer(hookToken) };
          await send(port, `/hook/${event}`, { method: "POST", headers, body });
          const agents = await send(port, "/api/agents", { headers: bearer(token) });
          const asks = await send(port, "/api/asks", { headers: bearer(token) });
          const shown = agents.text + asks.text;
          return agents.status === 200 && !/the-words-of-somebody-else|root:x:0/.test(shown);
        },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
