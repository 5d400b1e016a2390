/**
 * What agents ask in their threads: a choice becomes an ask, and the decision becomes the agent's
 * next text.
 */
import { basename } from "node:path";
import { isSettled, type SettledAsk } from "../../../core/ask/ask.ts";
import { AskNotFound, InvalidQuestion } from "../../../core/ask/errors.ts";
import type { AskInput, Desk } from "../../../desk/desk.ts";
import { askFromChoice, type Choice } from "../../../extract/extract.ts";
import type { ChannelAgents } from "./channel-agents.ts";
import { keyOf, type Thread, type ThreadStore } from "./thread-store.ts";
import type { ThreadWriter } from "./thread-writer.ts";
import { wordDecision } from "./wording.ts";

export interface ThreadAsks {
  put(thread: Thread, askId: string, choice: Choice): Promise<void>;
  /**
   * After a start: the ask may have been settled while the hub was down, or may never have been
   * put.
   */
  takeUp(thread: Thread, askId: string): Promise<void>;
  /** Queues the decision as the agent's next text. */
  takeDecision(thread: Thread, ask: SettledAsk): Promise<void>;
}

export interface ThreadAsksParts {
  desk: Desk;
  store: ThreadStore;
  writer: ThreadWriter;
  folderOf: ChannelAgents["folderOf"];
}

// The same as for every choice in a model's reply.
const DEADLINE_SECONDS = 24 * 60 * 60;
const LONGEST_PROMPT = 100_000;

export function createThreadAsks({ desk, store, writer, folderOf }: ThreadAsksParts): ThreadAsks {
  return { put, takeUp, takeDecision };

  async function put(thread: Thread, askId: string, choice: Choice) {
    const workingDirectory = folderOf(thread);
    const project = basename(workingDirectory);
    const fields: Omit<AskInput, "questions"> = {
      id: askId,
      source: { kind: "slack", agentId: keyOf(thread), project, workingDirectory },
      returnPath: "channel",
      timeoutSeconds: DEADLINE_SECONDS,
      mode: "detached",
    };
    const asked = askFromChoice(choice);
    try {
      await desk.ask({ ...fields, ...asked });
    } catch (error) {
      if (!(error instanceof InvalidQuestion)) throw error;
      // A choice that cannot be offered as options can still be answered in words.
      const prompt = wordsOf(choice).slice(0, LONGEST_PROMPT);
      await desk.ask({ ...fields, ...asked, questions: [{ prompt, selectionMode: "text_input" }] });
    }
  }

  async function takeUp(thread: Thread, askId: string) {
    const ask = await desk.load(askId).catch((error) => {
      if (error instanceof AskNotFound) return null;
      throw error;
    });
    if (ask === null && thread.choice !== null) await put(thread, askId, thread.choice);
    if (ask !== null && isSettled(ask)) await takeDecision(thread, ask);
  }

  /** Removed and queued in one write, so duplicate events deliver it once. */
  async function takeDecision(at: Thread, ask: SettledAsk) {
    const { askId, choice, aside } = store.current(at);
    if (askId !== ask.id) return;
    const decision = wordDecision(ask, choice);
    const text = [decision ?? "", ...(aside ? [aside] : [])].join("\n\n");
    const told = decision === null ? [] : [{ id: `ask:${ask.id}`, text, state: "queued" as const }];
    const thread = await store.change(at, (one) => ({
      ...one,
      ...{ askId: null, choice: null, aside: null, texts: [...told, ...one.texts] },
      activityState: decision === null ? "idle" : "working",
    }));
    await desk.markTaken(ask.id, "channel");
    if (decision === null) await writer.showLast(thread);
  }
}

function wordsOf(choice: Choice): string {
  const questions = choice.type === "user_choice" ? [choice] : choice.questions;
  return questions
    .map(({ question, choices }) =>
      [question, ...choices.map(({ id, label }) => `${id}. ${label}`)].join("\n"),
    )
    .join("\n\n");
}
