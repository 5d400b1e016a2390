/**
 * Every recording of a real Claude Code, its hooks one after the other and its transcript growing
 * alongside: the states that its agent goes through, what is asked and what is said.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fromClaudeCode } from "../src/agents/clients/claude-code/hooks.ts";
import type { AgentEvent } from "../src/core/agent/agent-event.ts";
import { openTurnLog, type TurnLog } from "./support/turn-log.ts";

const FOLDER = new URL("./fixtures/claude-code/", import.meta.url);
const SCENES = readdirSync(FOLDER).filter((name) =>
  existsSync(new URL(`${name}/hooks.jsonl`, FOLDER)),
);

const QUIET = "IDLE COMMANDED PROCESSING COMPLETE ENDED";
const ASKED = "IDLE COMMANDED PROCESSING AWAITING_INPUT PROCESSING COMPLETE ENDED";
const ASKED_AT_ONCE = "IDLE COMMANDED AWAITING_INPUT PROCESSING COMPLETE ENDED";

const GO_ON = "COMMAND please go on";
const WORK = "COMMAND Please do the work";
const DONE = "COMPLETION Thank you, going on.";
const DECIDE = "PROGRESS I need a decision.";
const COLOUR = 'QUESTION The MCP server "x" asks: Pick a colour for me';
const ALLOW = "QUESTION Allow Bash: touch made?";

/** What is said by whom; an answer to another server's form is left to the tests of forms. */
const SEEN: Record<string, [states: string, ...said: string[]]> = {
  "api-error-400": ["IDLE COMMANDED FAILED ENDED", GO_ON],
  "api-error-429-unified-oauth": ["IDLE COMMANDED LIMITED", GO_ON],
  "ask-single": [
    ASKED_AT_ONCE,
    ...[GO_ON, DECIDE, "QUESTION Which database should we use?", "ANSWER SQLite", DONE],
  ],
  "ask-two-questions": [
    ASKED_AT_ONCE,
    ...[GO_ON, DECIDE],
    "QUESTION 1. Which database should we use?\n2. Which features do you want?",
    "ANSWER Which database should we use? Redis\nWhich features do you want? Auth, Export",
    DONE,
  ],
  "cancel-esc": [
    "IDLE COMMANDED PROCESSING COMPLETE COMMANDED COMPLETE ENDED",
    ...[GO_ON, "COMMAND go on", DONE],
  ],
  "cancel-timeout-then-esc": [QUIET, GO_ON, DONE],
  "clear-and-exit": ["IDLE COMMANDED COMPLETE ENDED", GO_ON, DONE],
  "elicit-beside-form-way-a": [ASKED, GO_ON, COLOUR, DONE],
  "elicit-form-async-hook": [ASKED, GO_ON, COLOUR, DONE],
  "elicit-form-hook-slow-accept": [ASKED, GO_ON, COLOUR, DONE],
  "elicit-form-hook-timeout": [ASKED, GO_ON, COLOUR, DONE],
  "elicit-form-server-cancels": [ASKED, GO_ON, COLOUR, DONE],
  // Nobody was asked: its client cancelled the form by itself.
  "elicit-print-no-hook": [ASKED, WORK, DONE],
  "elicit-url-complete": [
    ASKED,
    GO_ON,
    'QUESTION The MCP server "x" asks to open https://example.invalid/answer?x=1 (example.invalid): Pick a colour for me',
    DONE,
  ],
  // Here a hook of somebody else allowed it: no person was asked.
  "hook-reconnects": [ASKED, GO_ON, DONE],
  "idle-and-permission-notifications": [ASKED, GO_ON, ALLOW, "ANSWER Allowed", DONE],
  "permission-bash": [ASKED, GO_ON, ALLOW, "ANSWER Allowed", DONE],
  "permission-interactive": [ASKED, GO_ON, ALLOW, "ANSWER Allowed", DONE],
  "permission-print": [ASKED, WORK, DONE],
  "plan-approval": [
    ASKED_AT_ONCE,
    ...[GO_ON, "QUESTION 1. Write tests\n2. Write code", "ANSWER Approved", DONE],
  ],
  "task-modern": [
    "IDLE COMMANDED PROCESSING COMPLETE PROCESSING COMPLETE ENDED",
    ...[GO_ON, "COMPLETION Started; I will wait.", DONE],
  ],
  // Its hooks have no times, so they come before all lines, and the permissions' calls are unknown.
  "print-session": [
    "IDLE COMMANDED PROCESSING AWAITING_INPUT COMPLETE ENDED",
    WORK,
    "PROGRESS Asking.",
    "COMPLETION All done.",
    "COMPLETION script ended at step 7",
  ],
};

it.each(SCENES)("%s", async (scene) => {
  const moments = momentsOf(scene);
  await using log = await openTurnLog();
  const states = await replay(log, moments);
  expect([states.join(" "), ...(await said(log))]).toEqual(SEEN[scene]);
});

it.each(SCENES)("%s, read only afterwards, says the same", async (scene) => {
  const moments = momentsOf(scene);
  await using alongside = await openTurnLog();
  await replay(alongside, moments);
  await using afterwards = await openTurnLog();
  await replay(afterwards, [
    ...moments.filter(({ line }) => line !== undefined),
    ...moments.filter(({ line }) => line === undefined),
  ]);
  expect(withoutForms(await said(afterwards))).toEqual(withoutForms(await said(alongside)));
});

it.each(SCENES)("%s says the same with other ids, unknown fields and torn lines", async (scene) => {
  const moments = momentsOf(scene, strange);
  await using log = await openTurnLog();
  const states = await replay(log, moments, { isTorn: true });
  expect([states.join(" "), ...(await said(log))]).toEqual(SEEN[scene]);
});

/** What a stranger's recording may have otherwise. */
function strange(text: string): string {
  return text
    .replaceAll(/00000000-0000-4000-8000-0{8}/g, "f3a1c2d4-9b8e-4c7d-a6f5-1e2d3c4b")
    .replaceAll(/\btoolu_/g, "call.")
    .replaceAll(/\bmsg_/g, "m-")
    .split("\n")
    .map((line) => line.replace(/^\{/, '{"of_tomorrow":[null,{"type":"user","text":"no"}],'))
    .join("\n");
}

/** Only hooks tell of other servers' forms; nobody waits at one that is told after its run. */
function withoutForms(words: readonly string[]): string[] {
  return words.filter((one) => !one.startsWith("QUESTION The MCP server"));
}

interface Moment {
  at: number;
  line?: string;
  hook?: (transcriptPath: string) => AgentEvent | null;
}

// biome-ignore lint/suspicious/noExplicitAny: recorded lines have every shape
type Recorded = any;

/** Recordings without times have their hooks first. */
function momentsOf(scene: string, as = (text: string) => text): Moment[] {
  const hooks = linesIn(scene, "hooks.jsonl", as)
    .map((line): Recorded => JSON.parse(line))
    // The recorder's own notes have a colon.
    .filter(({ event }) => !event.includes(":"));
  const session = hooks[0].stdin.session_id;
  const lines = transcriptOf(scene, session, as);
  const isTimed = hooks.every(({ ms }) => typeof ms === "number");
  const begun = hooks.find(({ event }) => event === "UserPromptSubmit")?.ms ?? 0;
  const first = lines.find(({ at }) => at > 0)?.at ?? 0;
  const start = isTimed ? promptIn(lines) - begun - A_MOMENT : first - HOUR;
  let last = start;
  const written = lines.map(({ line, at }): Moment => {
    last = at === 0 ? last : at;
    return { at: last, line };
  });
  const heard = hooks.map(({ ms, event, stdin }, index): Moment => {
    const at = start + (isTimed ? ms : index);
    return {
      at,
      hook: (path) =>
        fromClaudeCode(
          event,
          { ...stdin, transcript_path: stdin.session_id === session ? path : null },
          { at: new Date(at), pane: null },
        ),
    };
  });
  return [...heard, ...written].sort((one, other) => one.at - other.at);
}

const A_MOMENT = 5;
const HOUR = 3_600_000;

/** A recording may hold the transcript of a sub-agent, too. */
function transcriptOf(
  scene: string,
  session: string,
  as: (text: string) => string,
): { line: string; at: number }[] {
  const names = readdirSync(new URL(`${scene}/`, FOLDER)).filter((name) =>
    /^transcript\d*\.jsonl$/.test(name),
  );
  const files = names.map((name) => linesIn(scene, name, as));
  const own = files.find((lines) =>
    lines
      .map((line): Recorded => JSON.parse(line))
      .some(({ type, sessionId, isSidechain }) => {
        return type === "user" && sessionId === session && isSidechain !== true;
      }),
  );
  return (own ?? []).map((line) => ({ line, at: timeOf(JSON.parse(line)) }));
}

function promptIn(lines: readonly { line: string; at: number }[]): number {
  return lines.find(({ line }) => JSON.parse(line).type === "user")?.at ?? 0;
}

function timeOf({ timestamp }: Recorded): number {
  return typeof timestamp === "string" ? Date.parse(timestamp) : 0;
}

function linesIn(scene: string, name: string, as: (text: string) => string): string[] {
  return as(readFileSync(new URL(`${scene}/${name}`, FOLDER), "utf8"))
    .split("\n")
    .filter((line) => line !== "");
}

async function replay(
  log: TurnLog,
  moments: readonly Moment[],
  { isTorn = false } = {},
): Promise<string[]> {
  const states: string[] = [];
  for (const { line, hook } of moments) {
    const event = hook?.(log.transcriptPath) ?? null;
    if (event !== null) await log.hear(event);
    if (line !== undefined) {
      const middle = isTorn ? Math.floor(line.length / 2) : 0;
      log.write(line.slice(0, middle));
      if (isTorn) await log.catchUp();
      log.write(`${line.slice(middle)}\n`);
    }
    await log.catchUp();
    const state = (await log.log.agent(1))?.state ?? "";
    if (state !== "" && states.at(-1) !== state) states.push(state);
  }
  return states;
}

async function said({ log }: TurnLog): Promise<string[]> {
  const { turns } = await log.turnPage(1, { limit: 1_000 });
  const forms = new Set(
    turns.flatMap(({ id, text }) => (text.startsWith("The MCP server ") ? [id] : [])),
  );
  return turns
    .filter(({ answeredByTurnId }) => !forms.has(answeredByTurnId ?? 0))
    .map(({ intent, text }) => `${intent} ${text}`);
}
