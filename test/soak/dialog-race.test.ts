/**
 * A person at the agent's terminal and one on a surface decide at about the same moment. 20 times
 * in `npm test`, 500 in `npm run soak`: one decision takes effect, no ask stays open, and a
 * decision without effect is reported.
 */
import { expect, it } from "vitest";
import type { SettledAsk } from "../../src/core/ask/ask.ts";
import { AlreadySettled } from "../../src/core/ask/errors.ts";
import type { Ending, OpenDialog } from "../support/hook-agent.ts";
import { startHub, type TestHub } from "../support/hub.ts";
import { patient, until } from "../support/patience.ts";

const ROUNDS = process.env["ASKLINE_SOAK"] ? 500 : 20;
const AT_ONCE = 10;

const question = {
  questions: [
    {
      question: "Which one?",
      header: "One",
      options: ["Surface", "Terminal"].map((label) => ({ label, description: "" })),
      multiSelect: false,
    },
  ],
};
const inTerminal = { ...question, answers: { "Which one?": "Terminal" }, annotations: {} };

it(`the first of two decisions wins, whichever it is, ${ROUNDS} times`, {
  timeout: patient(600_000),
}, async () => {
  await using hub = await startHub();
  const endings = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += AT_ONCE) {
    const races = Array.from({ length: AT_ONCE }, (_, index) => race(hub, round + index));
    for (const ending of await Promise.all(races))
      endings.set(ending.by, (endings.get(ending.by) ?? 0) + 1);
  }
  expect(await hub.desk.list({ status: "pending" })).toEqual([]);
  // A race that one side always wins tests nothing, so in some races each side has a head start.
  expect([...endings.keys()]).toEqual(expect.arrayContaining(["hook", "terminal"]));
});

async function race(hub: TestHub, number: number): Promise<Ending> {
  const isPermission = number % 2 === 0;
  // This tool runs for as long as its ask is open, so a yes in the terminal shows only in the
  // agent's status.
  const isLong = number % 6 === 0;
  const agent = isLong ? hub.agentWithStatus(`racer-${number}`) : hub.agent(`racer-${number}`);
  let endTool = () => {};
  const runs = new Promise<void>((resolve) => {
    endTool = resolve;
  });
  const dialog = isPermission
    ? await agent.openDialog("Bash", { command: `echo ${number}` }, isLong ? { runs } : {})
    : await agent.openDialog("AskUserQuestion", question);
  const { id } = await hub.openAsk(agent.sessionId);
  void hub.desk.wait(id).then(endTool);
  const first = headStartOf(number);
  const decideThere = async () => act(dialog, number, isPermission);
  const decideHere = () =>
    hub.desk
      .answer(
        id,
        { answers: [{ optionIds: [isPermission ? "deny" : "1"] }] },
        { surface: "portal" },
      )
      .then(
        () => "accepted" as const,
        (error) => {
          if (error instanceof AlreadySettled) return "late" as const;
          throw error;
        },
      );
  const surface =
    first === "terminal" ? dialog.ended.then(decideHere) : after(Math.random() * 12, decideHere);
  // A decision on a surface must become durable first, which takes a while.
  const terminal =
    first === "surface" ? dialog.ended.then(decideThere) : after(Math.random() * 100, decideThere);
  const [ending, answered] = await Promise.all([dialog.ended, surface, terminal]);
  const settled = await hub.desk.wait(id);
  await check(hub, ending, settled, answered, { isPermission, isLong });
  return ending;
}

/** On a busy machine the same side may win every time by chance. */
function headStartOf(number: number): "surface" | "terminal" | null {
  return number % AT_ONCE === 1 ? "terminal" : number % AT_ONCE === 2 ? "surface" : null;
}

function act(dialog: OpenDialog, number: number, isPermission: boolean) {
  if (number % 5 === 0) dialog.pressEscape();
  else dialog.answerInTerminal(isPermission ? null : inTerminal);
}

interface Kind {
  isPermission: boolean;
  isLong: boolean;
}

async function check(
  hub: TestHub,
  ending: Ending,
  settled: SettledAsk,
  answered: string,
  { isPermission, isLong }: Kind,
) {
  const { outcome } = settled;
  const bySurface = outcome.provenance.surface === "portal";
  expect(bySurface).toBe(answered === "accepted");
  switch (ending.by) {
    case "hook":
      expect(bySurface).toBe(true);
      expect(ending.decision.behavior).toBe(isPermission ? "deny" : "allow");
      return;
    case "terminal":
      if (bySurface)
        return void (await until("word of a decision without effect", () =>
          isTold(hub, settled.id),
        ));
      // A permission is withdrawn whenever the terminal was first; what was said is its effect.
      if (isLong || isPermission)
        return void expect(outcome).toMatchObject({ status: "abandoned", kind: "withdrawn" });
      expect(outcome).toMatchObject({
        status: "completed",
        reply: { answers: [{ optionIds: ["2"] }] },
        provenance: { surface: "agent" },
      });
      return;
    default:
      if (!bySurface) expect(outcome).toMatchObject({ status: "abandoned", kind: "withdrawn" });
  }
}

/** The hub keeps every event for readers that were away. */
async function isTold(hub: TestHub, askId: string): Promise<boolean> {
  const ended = new AbortController();
  const response = await fetch(`${hub.url}/api/events?types=answer_not_used&last_event_id=0`, {
    headers: { authorization: `Bearer ${hub.token}` },
    signal: ended.signal,
  });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    const timer = setTimeout(() => ended.abort(), 300);
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: "", done: true };
      text += value ?? "";
      if (done || text.includes(askId)) break;
    }
    clearTimeout(timer);
  } catch {
    // Nothing more came.
  }
  ended.abort();
  return text.includes(askId);
}

function after<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(work()), milliseconds));
}
