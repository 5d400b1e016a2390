/** The promises of the port, kept by the surfaces that a person meets as programs. */
import { existsSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect } from "vitest";
import type { Ask } from "../src/core/ask/ask.ts";
import { type SurfaceBench, surfaceContract } from "../src/surfaces/surface.contract.ts";
import { clockAtRate } from "./support/child-clock.ts";
import { ASKLINE, openInboxTest } from "./support/inbox.ts";
import { until } from "./support/patience.ts";
import type { Terminal } from "./support/tmux.ts";
import { startVoice } from "./support/voice.ts";

describe("the inbox", () =>
  surfaceContract(inboxBench, ["shows", "learns", "isTold", "survives", "closes"]));
// It is started for one ask, so it learns of no other.
describe("the prompt", () => surfaceContract(promptBench, ["shows", "isTold", "closes"]));
describe("voice", () =>
  surfaceContract(voiceBench, ["shows", "learns", "isTold", "survives", "closes"]));

/** `askline inbox` on a terminal. An ask is known there by its title. */
async function inboxBench(): Promise<SurfaceBench> {
  // A store that failed is tried again after some seconds of the inbox's own clock.
  const test = openInboxTest({ env: clockAtRate(1) });
  const asks: Ask[] = [];
  let mend: (() => void) | undefined;
  return {
    async ask() {
      const ask = await test.put({ ...DOOR, title: `Door${asks.length + 1}` });
      asks.push(ask);
      return ask;
    },
    answer: ({ id }) => test.desk.answer(id, BLUE, ELSEWHERE),
    async start() {
      await test.start(mend === undefined ? /newest first/ : /not a directory/);
      mend?.();
    },
    failOnce() {
      mend = breakFolder(test.files.at("sessions"));
    },
    // A row of the list; what was settled is told below the list, in quotes.
    shown() {
      const rows = test.terminal.screen().split("\n");
      const isListed = (title = "") =>
        rows.some((row) => new RegExp(`^[❯ ] .*${title}[: ]`).test(row));
      return asks.filter(({ questions }) => isListed(questions[0]?.title)).map(({ id }) => id);
    },
    async close() {
      test.press("q");
      await test.until(/code 0/);
    },
    leftovers: () => leftoversIn(test.terminal),
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}

/** `askline answer` on a terminal, for an ask of another program. */
async function promptBench(): Promise<SurfaceBench> {
  const test = openInboxTest();
  let asked: Ask | undefined;
  return {
    async ask() {
      asked = await test.put(DOOR);
      return asked;
    },
    answer: ({ id }) => test.desk.answer(id, BLUE, ELSEWHERE),
    async start() {
      test.say(`clear; ${ASKLINE} answer ${asked?.id}; echo "code $?"`);
      await test.until(/2\. Blue/);
    },
    shown: () => (asked !== undefined && /2\. Blue/.test(test.terminal.screen()) ? [asked.id] : []),
    async close() {
      test.press("Escape");
      await test.until(/Esc once more/);
      test.press("Escape");
      await test.until(/code 3/);
    },
    leftovers: () => leftoversIn(test.terminal),
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}

/** The API of a real hub. What is asked there are the questions of agents in real terminals. */
async function voiceBench(): Promise<SurfaceBench> {
  const voice = await startVoice();
  const { hub } = voice;
  let asked = 0;
  let fails = false;
  return {
    async ask() {
      asked += 1;
      const before = new Set((await hub.desk.list()).map(({ id }) => id));
      const { id } = await voice.pane(`agent-${asked}`, "All tests pass. Should I push to main?");
      await voice.say({ agent_id: id, text: "ask", mode: "queue" });
      return until("the agent's question", async () =>
        (await hub.desk.list({ status: "pending" })).find((ask) => !before.has(ask.id)),
      );
    },
    answer: ({ id }) =>
      hub.desk.answer(id, { answers: [{ optionIds: [], customText: "Yes, push it" }] }, ELSEWHERE),
    // The agents need a hub before they can ask, so the surface starts with the next one.
    async start() {
      await hub.stop();
      await hub.revive();
      if (!fails) return;
      const isOver = breakFolder(hub.files.at("sessions"));
      const { status } = await voice.get("agents/1/question");
      isOver();
      expect(status).toBe(500);
    },
    failOnce() {
      fails = true;
    },
    async shown() {
      const { agents } = (await voice.get("sessions")).body as { agents: VoiceAgent[] };
      const waiting = agents.filter((agent) => agent.awaiting_input);
      const heard = waiting.map(({ agent_id }) => voice.get(`agents/${agent_id}/question`));
      return (await Promise.all(heard)).flatMap(({ body }) => body.ask_id ?? []);
    },
    close: () => hub.stop(),
    leftovers: () => (existsSync(hub.files.at("hub.json")) ? 1 : 0),
    [Symbol.asyncDispose]: () => voice[Symbol.asyncDispose](),
  };
}

interface VoiceAgent {
  agent_id: number;
  awaiting_input: boolean;
}

const DOOR = {
  title: "Door",
  prompt: "Which colour?",
  options: [{ label: "Red" }, { label: "Blue" }],
};
const BLUE = { answers: [{ optionIds: ["2"] }] };
const ELSEWHERE = { surface: "portal", who: "Grace" };

/** Puts a file in the folder's place, so that nothing can be read there until it is mended. */
function breakFolder(path: string): () => void {
  renameSync(path, `${path}-away`);
  writeFileSync(path, "");
  return () => {
    rmSync(path);
    renameSync(`${path}-away`, path);
  };
}

/** A program that still runs, and a screen that is not the shell's. */
function leftoversIn({ tmux }: Terminal): number {
  const said = tmux("display-message", "-p", "#{pane_current_command} #{alternate_on}").trim();
  const [program, isOther] = said.split(" ");
  return Number(program !== "sh") + Number(isOther);
}
