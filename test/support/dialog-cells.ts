/**
 * The cells of the dialog matrix: which agent, who decides and when, and what happens to the hub
 * meanwhile. Every cell ends with the same claim: what the agent did and what is on record agree,
 * or the record says that they do not.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openDesk } from "../../src/askline.ts";
import type { Ask } from "../../src/core/ask/ask.ts";
import { AlreadySettled, OwnerGone } from "../../src/core/ask/errors.ts";
import { isTakenBy } from "../../src/core/ask/moments.ts";
import type { Desk } from "../../src/desk/desk.ts";
import { run } from "./askline.ts";
import { type Complaint, disagreement, surfaceDecision } from "./dialog-agreement.ts";
import { until } from "./patience.ts";
import {
  type AgentKind,
  type Did,
  type ProcessDialog,
  startProcessAgent,
} from "./process-agent.ts";
import { openSandbox, type Sandbox } from "./sandbox.ts";
import { startServing } from "./serving.ts";

export const AGENTS = ["claude", "codex", "headless"] as const;
export const ACTIONS = [
  "surface first",
  "terminal first",
  "surface only",
  "terminal only",
  "escape",
  "hook killed",
] as const;
export const HUBS = [
  "there",
  "absent",
  "killed before",
  "killed during",
  "killed after",
  "restarted",
] as const;

export type Action = (typeof ACTIONS)[number];
export type HubFate = (typeof HUBS)[number];

export interface Cell {
  readonly agent: AgentKind;
  readonly action: Action;
  /** How long after the terminal the surface decides. */
  readonly delayMs: number;
  /** What the surface says. */
  readonly says: "allow" | "deny";
}

interface OpenCell extends Cell {
  readonly sessionId: string;
  readonly dialog: ProcessDialog;
  /** Null where no ask may be put: nobody looks after a dialog that comes after its hook. */
  readonly askId: string | null;
  answered: Attempt | null;
}

type Attempt = "accepted" | "late" | "gone";

interface Stage {
  readonly files: Sandbox;
  readonly desk: Desk;
  kill(): Promise<void>;
  revive(): Promise<void>;
  close(): Promise<void>;
}

let sessions = 0;

/** Runs cells side by side through one hub's fate. Returns a sentence for each cell that is wrong. */
export async function runCells(fate: HubFate, cells: readonly Cell[]): Promise<Complaint[]> {
  const stage = await openStage(fate);
  try {
    const isWithHub = fate !== "absent" && fate !== "killed before";
    const open = await Promise.all(cells.map((cell) => openCell(stage, cell, isWithHub)));
    if (fate === "killed during" || fate === "restarted") await stage.kill();
    // Half of the decisions come between two hubs.
    const isEarly = (index: number) => fate !== "restarted" || index % 2 === 0;
    await Promise.all(open.filter((_, index) => isEarly(index)).map((cell) => act(stage, cell)));
    if (fate === "restarted") await stage.revive();
    await Promise.all(open.filter((_, index) => !isEarly(index)).map((cell) => act(stage, cell)));
    if (fate === "killed after") await stage.kill();
    await Promise.all(open.map(({ dialog }) => dialog.finish()));
    const complaints = await Promise.all(open.map((cell) => complaintAbout(stage, cell)));
    const left = await stage.desk.list({ status: "pending" });
    if (left.length > 0) complaints.push(`${left.length} asks are left open.`);
    return complaints.filter((complaint) => complaint !== "").map((one) => `hub ${fate}: ${one}`);
  } finally {
    await stage.close();
  }
}

async function openStage(fate: HubFate): Promise<Stage> {
  if (fate === "absent") {
    const files = openSandbox();
    const desk = openDesk({ sessionsDirectory: files.at("sessions") });
    const nothing = async () => undefined;
    const close = async () => {
      await desk.close();
      files[Symbol.dispose]();
    };
    return { files, desk, kill: nothing, revive: nothing, close };
  }
  const serving = await startServing({});
  if (fate === "killed before") await serving.kill();
  return { ...serving, close: async () => serving[Symbol.asyncDispose]() };
}

async function openCell(stage: Stage, cell: Cell, isWithHub: boolean): Promise<OpenCell> {
  sessions += 1;
  const sessionId = `cell-${sessions}`;
  const { files } = stage;
  const agent = startProcessAgent({ files, state: files.path, sessionId, kind: cell.agent });
  const dialog = await agent.openDialog();
  const isPut = isWithHub || cell.agent === "claude";
  const askId = isPut ? (await openAskOf(stage.desk, sessionId)).id : null;
  return { ...cell, sessionId, dialog, askId, answered: null };
}

export function openAskOf(desk: Desk, sessionId: string): Promise<Ask> {
  return until(`the open ask of ${sessionId}`, async () =>
    (await desk.list({ status: "pending" })).find(({ dialog }) => dialog?.sessionId === sessionId),
  );
}

/** Resolves once the dialog is over for the agent and everybody has had their say. */
async function act({ desk, files }: Stage, cell: OpenCell): Promise<void> {
  const { dialog, askId, action } = cell;
  const [hook] = dialog.hooks;
  switch (action) {
    case "surface first":
      await decide();
      if (isLeftToTerminal()) await inTerminal();
      await dialog.did;
      dialog.answerInTerminal();
      break;
    case "terminal first":
      await inTerminal();
      await sleep(cell.delayMs);
      await decide();
      break;
    case "surface only":
      await decide();
      if (isLeftToTerminal()) await inTerminal();
      break;
    case "terminal only":
      await inTerminal();
      break;
    case "escape":
      dialog.pressEscape();
      await dialog.printed;
      await decide();
      break;
    case "hook killed":
      hook?.child.kill("SIGKILL");
      await hook?.finished;
      await decideByCommand();
      await inTerminal();
  }
  await dialog.did;

  async function decide() {
    if (askId === null) return;
    const reply = { answers: [{ optionIds: [cell.says] }] };
    cell.answered = await desk.answer(askId, reply, { surface: "portal", who: "mira" }).then(
      () => "accepted" as const,
      (error) => {
        if (error instanceof OwnerGone) return "gone" as const;
        if (error instanceof AlreadySettled) return "late" as const;
        throw error;
      },
    );
  }

  async function decideByCommand() {
    if (askId === null) return;
    const { code } = await run(files.path, ["answer", askId, cell.says]);
    cell.answered = code === 5 ? "gone" : code === 0 ? "accepted" : "late";
  }

  /** A hub that dies before its hook has heard of the ask leaves a hook that nobody holds. */
  function isLeftToTerminal(): boolean {
    return askId === null || cell.answered === "gone";
  }

  /** A dialog that comes after its hook, or never, needs the hook's deadline to pass. */
  async function inTerminal() {
    if (cell.agent !== "claude" && askId !== null)
      await desk.extend(askId, 0.001).catch((error) => {
        if (!(error instanceof AlreadySettled)) throw error;
      });
    if (cell.agent === "headless") return void (await dialog.did);
    await dialog.shown;
    dialog.answerInTerminal();
  }
}

async function complaintAbout({ desk }: Stage, cell: OpenCell): Promise<Complaint> {
  const { agent, action, delayMs, says, sessionId, askId } = cell;
  const did = await cell.dialog.did;
  const printed = await cell.dialog.printed;
  let last = "";
  const look = async () => {
    const asks = (await desk.list()).filter(({ dialog }) => dialog?.sessionId === sessionId);
    last = wrongWith(asks, did, cell, printed);
    return last === "";
  };
  return until("agreement", look).then(
    () => "",
    async () => {
      const ask = askId === null ? null : await desk.load(askId);
      const { outcome, taken, effect } = ask ?? {};
      const record = JSON.stringify({ outcome, taken, effect });
      const name = `${agent}, ${action} (${delayMs} ms, says ${says})`;
      return `${name}: ${last} It did ${JSON.stringify(did)}; answer ${cell.answered}; ${record}`;
    },
  );
}

function wrongWith(asks: Ask[], did: Did, cell: OpenCell, printed: string[]): Complaint {
  if (cell.askId === null) return asks.length === 0 ? "" : "An ask was put that nobody can answer.";
  const [ask] = asks;
  if (ask === undefined || asks.length > 1) return `It has ${asks.length} asks.`;
  return (
    disagreement(ask, did) ||
    wrongAnswer(ask, cell) ||
    wrongReply(ask, printed) ||
    wrongRefusal(ask, cell)
  );
}

/** Claude Code writes down what its person refused, so it is known with or without a hub. */
function wrongRefusal({ effect, outcome }: Ask, { agent, action }: OpenCell): Complaint {
  if (agent !== "claude" || action !== "escape") return "";
  if (effect?.did !== "declined") return "The no in the terminal is not on record.";
  const isWithdrawn = outcome?.status === "abandoned" && outcome.kind === "withdrawn";
  return isWithdrawn ? "" : "The record says that it can still be answered in the terminal.";
}

function wrongAnswer(ask: Ask, { answered, action }: OpenCell): Complaint {
  const isDecided = surfaceDecision(ask) !== null;
  if ((answered === "accepted") !== isDecided) return "Somebody was told an untruth.";
  if (action === "hook killed" && answered !== "gone")
    return "An answer that could not arrive was not refused.";
  const isGone = ask.outcome?.status === "abandoned" && ask.outcome.kind === "owner_gone";
  return answered === "gone" && !isGone ? "It was refused, but did not end." : "";
}

function wrongReply(ask: Ask, printed: string[]): Complaint {
  const told = printed.filter((text) => text.includes("behavior")).length;
  if (told > 1) return `${told} hooks replied.`;
  return told === 1 && !isTakenBy(ask, "hook") ? "The reply was printed before it was taken." : "";
}
