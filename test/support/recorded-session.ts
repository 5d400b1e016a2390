/**
 * Recorded sessions of a real Claude Code: what its hooks received, and the transcript it wrote.
 */
import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fromClaudeCode } from "../../src/agents/clients/claude-code/hooks.ts";
import type { AgentEvent } from "../../src/core/agent/agent-event.ts";
import type { Sandbox } from "./sandbox.ts";

export const SCENES = [
  "ask-single",
  "ask-two-questions",
  "permission-bash",
  "plan-approval",
  "clear-and-exit",
  "print-session",
  "api-error-400",
  "api-error-429-unified-oauth",
  "task-modern",
  "idle-and-permission-notifications",
] as const;
/** In these another MCP server asks the person. Only hooks tell of that. */
export const FORM_SCENES = [
  "elicit-beside-form-way-a",
  "elicit-form-async-hook",
  "elicit-form-hook-slow-accept",
  "elicit-form-hook-timeout",
  "elicit-form-server-cancels",
  "elicit-print-no-hook",
  "elicit-url-complete",
] as const;
export type FormScene = (typeof FORM_SCENES)[number];
export type Scene = (typeof SCENES)[number] | FormScene;

export interface RecordedHook {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: payloads have every shape
  payload: any;
  /** Since the recording began. */
  ms: number;
}

/** A scene in a folder of its own, where it can be played line by line. */
export interface PlacedScene {
  hooks: RecordedHook[];
  sessionId: string;
  transcriptPath: string;
  /** The recorded lines of the transcript, not yet written. */
  lines: string[];
  /** Appends the next lines, or all remaining ones. */
  write(count?: number): void;
  hook(event: string): RecordedHook;
}

const SESSION = "00000000-0000-4000-8000-000000000001";

/** The recorded hooks, each a little after the last, with the given transcript path. */
export function recordedEvents(
  scene: Scene,
  transcriptPath: string,
  from = "2026-11-15T01:00:00Z",
): AgentEvent[] {
  return hooksIn(textOf(scene, "hooks.jsonl")).flatMap(({ event, payload }, index) => {
    const at = new Date(Date.parse(from) + 100 * index);
    const isMain = payload.session_id === SESSION;
    return (
      fromClaudeCode(
        event,
        { ...payload, transcript_path: isMain ? transcriptPath : null },
        { at, pane: null },
      ) ?? []
    );
  });
}

/** The same at the moments of the recording, by the clock of its transcript. */
export function eventsOnTime(scene: Scene, transcriptPath: string): AgentEvent[] {
  const hooks = hooksIn(textOf(scene, "hooks.jsonl"));
  const prompted = hooks.find(({ event }) => event === "UserPromptSubmit")?.ms ?? 0;
  const said = linesIn(recordedTranscript(scene)).find((line) => line.includes('"type":"user"'));
  const start = Date.parse(JSON.parse(said ?? "{}").timestamp) - prompted;
  return hooks.flatMap(({ event, payload, ms }) => {
    const told = { ...payload, transcript_path: transcriptPath };
    return fromClaudeCode(event, told, { at: new Date(start + ms), pane: null }) ?? [];
  });
}

/**
 * The main session's transcript; the recording of `print-session` also has that of its sub-agent.
 */
export function recordedTranscript(scene: Scene): string {
  return textOf(scene, scene === "print-session" ? "transcript1.jsonl" : "transcript.jsonl");
}

/** `session` distinguishes scenes that are played several times on one hub. */
export function openScene(files: Sandbox, scene: Scene, session = SESSION): PlacedScene {
  const hooks = hooksIn(placed(textOf(scene, "hooks.jsonl")));
  const lines = linesIn(placed(textOf(scene, "transcript.jsonl")));
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
      if (found === undefined) throw new Error(`The scene ${scene} has no ${event}.`);
      return found;
    },
  };

  function placed(text: string): string {
    return text
      .replaceAll("{{PROJECT_SLUG}}", "-project")
      .replaceAll("{{PROJECT}}", files.at("project"))
      .replaceAll("{{HOME}}", files.at("home"))
      .replaceAll(SESSION, session);
  }
}

function hooksIn(text: string): RecordedHook[] {
  return linesIn(text).flatMap((line) => {
    const { event, stdin, ms } = JSON.parse(line);
    // The recorder's own notes have none.
    return stdin === undefined ? [] : [{ event, payload: stdin, ms }];
  });
}

function linesIn(text: string): string[] {
  return text.split("\n").filter((line) => line !== "");
}

function textOf(scene: Scene, name: string): string {
  return readFileSync(new URL(`../fixtures/claude-code/${scene}/${name}`, import.meta.url), "utf8");
}
