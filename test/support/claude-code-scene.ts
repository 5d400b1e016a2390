/** Scenes recorded from the real client: what its hooks received, and the transcript it wrote. */
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Sandbox } from "./sandbox.ts";

const SCENES = fileURLToPath(new URL("../fixtures/claude-code/", import.meta.url));

export interface RecordedHook {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads have every shape
  payload: any;
}

export interface Scene {
  hooks: RecordedHook[];
  sessionId: string;
  transcriptPath: string;
  /** The transcript's lines as they were recorded, not yet written. */
  lines: string[];
  /** Appends the next lines, or all that are left. */
  write(count?: number): void;
  hook(event: string): RecordedHook;
}

/** `session` tells apart scenes that are played several times on one hub. */
export function openScene(files: Sandbox, name: string, session = "00000000-0000-4000-8000-000000000001"): Scene {
  const read = (file: string) => placed(readFileSync(`${SCENES}${name}/${file}`, "utf8"));
  const hooks = read("hooks.jsonl")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): RecordedHook => {
      const { event, stdin } = JSON.parse(line);
      return { event, payload: stdin };
    });
  const lines = read("transcript.jsonl")
    .split("\n")
    .filter((line) => line !== "");
  const transcriptPath: string = hooks[0]?.payload.transcript_path;
  mkdirSync(dirname(transcriptPath), { recursive: true });
  let written = 0;
  return {
    hooks,
    sessionId: session,
    transcriptPath,
    lines,
    write(count = lines.length) {
      const next = lines.slice(written, written + count);
      written += next.length;
      for (const line of next) appendFileSync(transcriptPath, `${line}\n`);
    },
    hook(event) {
      const found = hooks.find((hook) => hook.event === event);
      if (found === undefined) throw new Error(`The scene ${name} has no ${event}.`);
      return found;
    },
  };

  function placed(text: string): string {
    return text
      .replaceAll("{{PROJECT_SLUG}}", "-project")
      .replaceAll("{{PROJECT}}", files.at("project"))
      .replaceAll("{{HOME}}", files.at("home"))
      .replaceAll("00000000-0000-4000-8000-000000000001", session);
  }
}
