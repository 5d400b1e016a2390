/**
 * What statuses, agents, places and sources are called, in each language. A surface says its own
 * name in its `label.ts`; here are the places that are no surface, and those that only old records
 * know.
 */
import type { AgentState } from "./agent/agent.ts";
import type { AskStatus, Source } from "./ask/ask.ts";
import type { Locale } from "./locale.ts";

/** The name of a place on its own, and behind "answered by Ada". */
export interface PlaceName {
  readonly name: string;
  readonly place: string;
}

/** The names of one surface. */
export interface SurfaceLabel {
  /** The name in records, settings and rules. It never changes, because old records keep it. */
  readonly key: string;
  readonly en: PlaceName;
  readonly ko: PlaceName;
}

/** How a person asked back instead of answering. */
export const ASK_BACK_NAMES: Record<Locale, Record<"elaborate" | "rephrase", string>> = {
  en: { elaborate: "asked to say more", rephrase: "asked to ask differently" },
  ko: { elaborate: "더 설명 요청", rephrase: "다르게 질문 요청" },
};

/** Where an ask may be decided besides on a surface. A place of no words is left out of a sentence. */
export const OTHER_PLACES: Record<string, Record<Locale, PlaceName>> = {
  command: {
    en: { name: "the command line", place: "on the command line" },
    ko: { name: "명령줄", place: "명령줄에서" },
  },
  program: {
    en: { name: "a program", place: "by a program" },
    ko: { name: "프로그램", place: "프로그램에서" },
  },
  mcp: {
    en: { name: "the agent", place: "by the agent" },
    ko: { name: "에이전트", place: "에이전트에서" },
  },
  agent: {
    en: { name: "the agent's own terminal", place: "in the agent's own terminal" },
    ko: { name: "에이전트의 터미널", place: "에이전트의 터미널에서" },
  },
  client: {
    en: { name: "the agent's client", place: "in the agent's client" },
    ko: { name: "에이전트 클라이언트", place: "에이전트 클라이언트에서" },
  },
  session: {
    en: { name: "another program", place: "by another program" },
    ko: { name: "다른 프로그램", place: "다른 프로그램에서" },
  },
  file: {
    en: { name: "another program", place: "by another program" },
    ko: { name: "다른 프로그램", place: "다른 프로그램에서" },
  },
  rules: {
    en: { name: "your rules", place: "by your rules" },
    ko: { name: "내 규칙", place: "내 규칙에서" },
  },
  deadline: { en: { name: "the deadline", place: "" }, ko: { name: "기한", place: "" } },
  desk: { en: { name: "Askline", place: "" }, ko: { name: "Askline", place: "" } },
  hub: { en: { name: "Askline", place: "" }, ko: { name: "Askline", place: "" } },
  // Written by earlier versions.
  web: {
    en: { name: "the browser", place: "in the browser" },
    ko: { name: "브라우저", place: "브라우저에서" },
  },
  cli: {
    en: { name: "the command line", place: "on the command line" },
    ko: { name: "명령줄", place: "명령줄에서" },
  },
};

/** Where asks come from, by the kind in their record, besides from a surface. */
export const SOURCE_NAMES: Record<string, Record<Locale, string>> = {
  mcp: { en: "MCP", ko: "MCP" },
  hook: { en: "a dialog", ko: "대화 상자" },
  agent: { en: "an agent's message", ko: "에이전트의 글" },
  command: { en: "the command line", ko: "명령줄" },
  program: { en: "a program", ko: "프로그램" },
  session: { en: "another program", ko: "다른 프로그램" },
  demo: { en: "the demo", ko: "데모" },
};

/** An ask's status in a word or two, for lists. */
export const STATUS_NAMES: Record<Locale, Record<AskStatus, string>> = {
  en: {
    pending: "open",
    completed: "answered",
    rejected: "rejected",
    timed_out: "timed out",
    abandoned: "abandoned",
  },
  ko: {
    pending: "열림",
    completed: "답함",
    rejected: "거절",
    timed_out: "시간 초과",
    abandoned: "중단",
  },
};

export const AGENT_STATE_NAMES: Record<Locale, Record<AgentState, string>> = {
  en: {
    IDLE: "idle",
    COMMANDED: "given work",
    PROCESSING: "working",
    AWAITING_INPUT: "waiting for you",
    COMPLETE: "done",
    FAILED: "stopped by an error",
    LIMITED: "stopped by a usage limit",
    ENDED: "ended",
  },
  ko: {
    IDLE: "쉬는 중",
    COMMANDED: "일을 받음",
    PROCESSING: "일하는 중",
    AWAITING_INPUT: "답을 기다림",
    COMPLETE: "끝냄",
    FAILED: "오류로 멈춤",
    LIMITED: "사용 한도로 멈춤",
    ENDED: "종료",
  },
};

const CLIENT_NAMES: Record<string, string> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  gemini: "Gemini CLI",
  "gemini-cli": "Gemini CLI",
  opencode: "OpenCode",
  cursor: "Cursor",
  vscode: "VS Code",
  // What they call themselves as MCP clients.
  "codex-mcp-client": "Codex",
  "gemini-cli-mcp-client": "Gemini CLI",
  "cursor-vscode": "Cursor",
  "Visual Studio Code": "VS Code",
};

/** The program that an agent runs in, as its makers call it. */
export function clientName(client: string): string {
  return CLIENT_NAMES[client] ?? client;
}

/** An agent of the turn log: "Claude Code 3". The number alone would tell a person nothing. */
export function agentName(client: string, id: number | string): string {
  return `${clientName(client)} ${id}`;
}

/**
 * Who asked: "Claude Code 3" for an agent of the log, else the name that the asker gave itself, else
 * the kind of source, whose name for people is `sourceName`'s.
 */
export function askerName({ kind, agentId, client }: Source): string {
  if (agentId === undefined) return client === undefined ? kind : clientName(client);
  // Twelve digits behind a name keep two callers apart for programs.
  return client === undefined
    ? clientName(agentId.replace(/ [0-9a-f]{12}$/, ""))
    : agentName(client, agentId);
}
