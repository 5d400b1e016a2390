import { describe, expect, it } from "vitest";
import type { Intent, TurnQuestion } from "../../../core/agent/agent.ts";
import {
  type FoldedUtterance,
  type FoldState,
  foldSignal,
  foldUtterance,
  NOTHING_SAID,
  type Signal,
  type Utterance,
} from "./fold.ts";

const question: TurnQuestion = {
  text: "Which?",
  options: [{ label: "This" }],
  source: "ask_user_question",
};
const findQuestion = (text: string): TurnQuestion | null =>
  text.endsWith("?") ? { text, options: null, source: "free_text" } : null;

/** A conversation in short: who says what, then the intents, tasks and links it must have. */
const command = (key: string, promptId: string | null = key): Utterance => ({
  key,
  promptId,
  kind: "prompt",
  isSteering: false,
  isCertain: true,
});
const heard = (key: string): Utterance => ({
  key,
  promptId: key,
  kind: "prompt",
  isSteering: false,
  isCertain: false,
});
const steer = (key: string): Utterance => ({
  key,
  promptId: null,
  kind: "prompt",
  isSteering: true,
  isCertain: true,
});
const say = (key: string, text = key): Utterance => ({
  key,
  promptId: null,
  kind: "text",
  text,
  isFinal: false,
});
const end = (key: string, text = key): Utterance => ({
  key,
  promptId: null,
  kind: "text",
  text,
  isFinal: true,
});
const dialog = (key: string): Utterance => ({
  key,
  promptId: null,
  kind: "question",
  isAsk: false,
  isLeft: false,
  question,
});
const ask = (key: string): Utterance => ({
  key,
  promptId: null,
  kind: "question",
  isAsk: true,
  isLeft: false,
  question,
});
const answer = (to: string): Utterance => ({
  key: `${to}:answer`,
  promptId: null,
  kind: "answer",
  to,
});
const working: Signal = { type: "working", isCertain: true };
const ended: Signal = { type: "ended" };
const interrupted: Signal = { type: "interrupted" };
const rested: Signal = { type: "rested" };
const woken: Signal = { type: "woken", promptId: "by itself" };

describe("The fold", () => {
  it.each<[string, (Utterance | Signal)[], string[], FoldState["phase"]]>([
    ["a command", [command("p")], ["p COMMAND p"], "COMMANDED"],
    ["a command that is worked on", [command("p"), working], ["p COMMAND p"], "PROCESSING"],
    [
      "text between tool calls",
      [command("p"), say("t"), working],
      ["p COMMAND p", "t PROGRESS p"],
      "PROCESSING",
    ],
    [
      "a last word",
      [command("p"), say("t"), end("e")],
      ["p COMMAND p", "t PROGRESS p", "e COMPLETION p"],
      "COMPLETE",
    ],
    [
      "a stop after the last text",
      [command("p"), say("t"), ended],
      ["p COMMAND p", "t COMPLETION p"],
      "COMPLETE",
    ],
    ["a stop without any text", [command("p"), working, ended], ["p COMMAND p"], "COMPLETE"],
    [
      "a last word that asks",
      [command("p"), end("e", "Push?")],
      ["p COMMAND p", "e QUESTION p"],
      "AWAITING_INPUT",
    ],
    [
      "a stop after text that asks",
      [command("p"), say("t", "Push?"), ended],
      ["p COMMAND p", "t QUESTION p"],
      "AWAITING_INPUT",
    ],
    [
      "text that asks, and work after it",
      [command("p"), say("t", "Push?"), working],
      ["p COMMAND p", "t PROGRESS p"],
      "PROCESSING",
    ],
    [
      "a prompt after a question",
      [command("p"), end("e", "Push?"), command("q")],
      ["p COMMAND p", "e QUESTION p", "q ANSWER p ->e"],
      "PROCESSING",
    ],
    [
      "a prompt after the end",
      [command("p"), end("e"), command("q")],
      ["p COMMAND p", "e COMPLETION p", "q COMMAND q"],
      "COMMANDED",
    ],
    [
      "a prompt when the end was not told",
      [command("p"), say("t"), command("q")],
      ["p COMMAND p", "t COMPLETION p", "q COMMAND q"],
      "COMMANDED",
    ],
    [
      "words that steer",
      [command("p"), say("t"), steer("s")],
      ["p COMMAND p", "t PROGRESS p", "s COMMAND p"],
      "PROCESSING",
    ],
    [
      "words heard while it works",
      [heard("p"), working, heard("q")],
      ["p COMMAND p", "q COMMAND p"],
      "PROCESSING",
    ],
    [
      "the same prompt's second text",
      [command("p", "1"), working, command("q", "1")],
      ["p COMMAND p", "q COMMAND p"],
      "PROCESSING",
    ],
    ["a dialog", [command("p"), dialog("d")], ["p COMMAND p", "d QUESTION p"], "AWAITING_INPUT"],
    [
      "a dialog that is answered",
      [command("p"), dialog("d"), answer("d")],
      ["p COMMAND p", "d QUESTION p", "d:answer ANSWER p ->d"],
      "PROCESSING",
    ],
    [
      "two dialogs, one of them answered",
      [command("p"), dialog("c"), dialog("d"), answer("c")],
      ["p COMMAND p", "c QUESTION p", "d QUESTION p", "c:answer ANSWER p ->c"],
      "AWAITING_INPUT",
    ],
    [
      "an interruption of a dialog",
      [command("p"), dialog("d"), interrupted],
      ["p COMMAND p", "d QUESTION p"],
      "COMPLETE",
    ],
    [
      "a prompt after an interruption",
      [command("p"), say("t"), interrupted, command("q")],
      ["p COMMAND p", "t PROGRESS p", "q COMMAND q"],
      "COMMANDED",
    ],
    [
      "a rest that nobody told of",
      [command("p"), say("t"), rested],
      ["p COMMAND p", "t PROGRESS p"],
      "COMPLETE",
    ],
    [
      "a rest after the last word",
      [command("p"), end("e"), rested, command("q")],
      ["p COMMAND p", "e COMPLETION p", "q COMMAND q"],
      "COMMANDED",
    ],
    [
      "a rest after a question",
      [command("p"), end("e", "Push?"), rested, command("q")],
      ["p COMMAND p", "e QUESTION p", "q ANSWER p ->e"],
      "PROCESSING",
    ],
    [
      "an ask that outlives the run",
      [command("p"), ask("a"), end("e")],
      ["p COMMAND p", "a QUESTION p", "e COMPLETION p"],
      "AWAITING_INPUT",
    ],
    [
      "asks that are answered when the run is over",
      [command("p"), ask("a"), ask("b"), end("e"), answer("a"), answer("b")],
      [
        "p COMMAND p",
        "a QUESTION p",
        "b QUESTION p",
        "e COMPLETION p",
        "a:answer ANSWER p ->a",
        "b:answer ANSWER p ->b",
      ],
      "COMPLETE",
    ],
    [
      "words heard while an ask waits",
      [command("p"), say("t", "Which?"), ask("a"), heard("q")],
      ["p COMMAND p", "t PROGRESS p", "a QUESTION p", "q COMMAND p"],
      "AWAITING_INPUT",
    ],
    [
      "words that steer while an ask waits, and its answer",
      [command("p"), ask("a"), steer("s"), answer("a")],
      ["p COMMAND p", "a QUESTION p", "s COMMAND p", "a:answer ANSWER p ->a"],
      "PROCESSING",
    ],
    [
      "a prompt while an ask outlives the run",
      [command("p"), ask("a"), end("e"), command("q"), end("f"), answer("a")],
      [
        "p COMMAND p",
        "a QUESTION p",
        "e COMPLETION p",
        "q COMMAND p",
        "f COMPLETION p",
        "a:answer ANSWER p ->a",
      ],
      "COMPLETE",
    ],
    [
      "a prompt after a question, while an ask waits too",
      [command("p"), ask("a"), end("e", "Push?"), command("q")],
      ["p COMMAND p", "a QUESTION p", "e QUESTION p", "q ANSWER p ->e"],
      "AWAITING_INPUT",
    ],
    [
      "a last word in two parts",
      [command("p"), end("d"), end("e")],
      ["p COMMAND p", "d PROGRESS p", "e COMPLETION p"],
      "COMPLETE",
    ],
    [
      "going on after a question of its own",
      [command("p"), end("e", "Push?"), working, end("f")],
      ["p COMMAND p", "e PROGRESS p", "f COMPLETION p"],
      "COMPLETE",
    ],
    [
      "waking up by itself",
      [command("p"), end("e"), woken, end("f")],
      ["p COMMAND p", "e COMPLETION p", "f COMPLETION p"],
      "COMPLETE",
    ],
    [
      "waking up while a question waits",
      [command("p"), end("e", "Push?"), woken, end("f"), command("q")],
      ["p COMMAND p", "e QUESTION p", "f COMPLETION p", "q ANSWER p ->e"],
      "PROCESSING",
    ],
    ["text of an agent that nobody commanded", [say("t")], ["t PROGRESS t"], "PROCESSING"],
  ])("folds %s", (_, events, expected, phase) => {
    const { story, state } = fold(events);

    expect(story).toEqual(expected);
    expect(state.phase).toBe(phase);
  });

  it("lets a late hook start work, but not end a rest or reclassify the last text", () => {
    const late: Signal = { type: "working", isCertain: false };

    expect(fold([command("p"), late]).state.phase).toBe("PROCESSING");
    expect(fold([command("p"), end("e"), late])).toMatchObject({
      story: ["p COMMAND p", "e COMPLETION p"],
      state: { phase: "COMPLETE" },
    });
  });
});

function fold(events: readonly (Utterance | Signal)[]): { story: string[]; state: FoldState } {
  const turns = new Map<string, { intent: Intent; task: string | null; answers: string | null }>();
  let state = NOTHING_SAID;
  for (const event of events) {
    if ("kind" in event) {
      const { intent, answers, ...result } = foldUtterance(state, event, findQuestion);
      take(result);
      turns.set(event.key, { intent, answers, task: state.task });
    } else take(foldSignal(state, event, findQuestion));
  }
  const story = [...turns].map(([key, { intent, task, answers }]) =>
    [key, intent, task, ...(answers === null ? [] : [`->${answers}`])].join(" "),
  );
  return { story, state };

  function take({
    state: next,
    reclassified,
  }: Pick<FoldedUtterance, "state" | "reclassified">): void {
    state = next;
    const earlier = turns.get(reclassified?.key ?? "");
    if (earlier !== undefined && reclassified !== null) earlier.intent = reclassified.intent;
  }
}
