/**
 * Folds what was said, in order, into turns with an intent, in tasks, with answers linked to their
 * questions. Pure: the same order gives the same log, so the log can always be corrected, however
 * the events arrived.
 *
 * A run is the agent's work on one prompt. A prompt starts a new task, unless a question is open
 * (then it is the answer) or the agent is working (then it steers the agent). An ask is answered on
 * a surface and never by a prompt; while an ask is open, a prompt joins its task. The agent's last
 * text in a run is its completion or its question; earlier texts are progress. A run that failed
 * has neither.
 */
import type { AgentFailure, AgentState, Intent, TurnQuestion } from "../../../core/agent/agent.ts";

export interface FoldState {
  readonly phase: Exclude<AgentState, "ENDED" | "FAILED" | "LIMITED">;
  /** The key of the turn that opened the task. */
  readonly task: string | null;
  readonly promptId: string | null;
  /** The agent's last text in this run, since the person's last one. */
  readonly lastText: LastText | null;
  /** Oldest first. */
  readonly open: readonly OpenQuestion[];
  /** What ended the last run, until the agent works again. */
  readonly failure: AgentFailure | null;
}

export interface LastText {
  readonly key: string;
  readonly text: string;
  readonly intent: Intent;
  readonly question: TurnQuestion | null;
}

export interface OpenQuestion {
  readonly key: string;
  /**
   * A dialog ends with its run, an ask outlives it, and the next prompt answers a text question.
   */
  readonly kind: "dialog" | "ask" | "text";
}

export type Utterance = { readonly key: string; readonly promptId: string | null } & (
  | { readonly kind: "prompt"; readonly isSteering: boolean; readonly isCertain: boolean }
  | { readonly kind: "text"; readonly text: string; readonly isFinal: boolean }
  | {
      readonly kind: "question";
      readonly isAsk: boolean;
      readonly isLeft: boolean;
      readonly question: TurnQuestion;
    }
  | { readonly kind: "answer"; readonly to: string }
);

/**
 * An event without text. `isCertain` if the transcript says so; a hook's may be late and does less.
 */
export type Signal =
  | { readonly type: "working"; readonly isCertain: boolean }
  | { readonly type: "woken"; readonly promptId: string | null }
  | { readonly type: "ended" }
  | { readonly type: "interrupted" }
  | { readonly type: "failed"; readonly failure: AgentFailure }
  /** Whether the agent goes on by itself after its failure. */
  | { readonly type: "resumption"; readonly isByItself: boolean }
  /** Nobody was asked this question. */
  | { readonly type: "withdrawn"; readonly key: string }
  /** The agent is at rest; its run was either interrupted or ended. */
  | { readonly type: "rested" };

export interface FoldedUtterance {
  readonly state: FoldState;
  readonly intent: Intent;
  readonly question: TurnQuestion | null;
  readonly opensTask: boolean;
  /** The key of the question this answers. */
  readonly answers: string | null;
  readonly reclassified: Reclassified | null;
}

/** An earlier text turned out to be the last of its run, or not the last. */
export interface Reclassified {
  readonly key: string;
  readonly intent: Intent;
  readonly question: TurnQuestion | null;
}

export type FindQuestion = (text: string) => TurnQuestion | null;

export const NOTHING_SAID: FoldState = {
  phase: "IDLE",
  task: null,
  promptId: null,
  lastText: null,
  open: [],
  failure: null,
};

export function foldUtterance(
  before: FoldState,
  said: Utterance,
  findQuestion: FindQuestion,
): FoldedUtterance {
  // An agent that was at work before we listened has a task too, though its command is unknown.
  const isFirst = before.task === null && said.kind !== "prompt";
  const state = isFirst ? { ...before, task: said.key } : before;
  const result = foldInTask(state, said, findQuestion);
  return isFirst ? { ...result, opensTask: true } : result;
}

function foldInTask(
  state: FoldState,
  said: Utterance,
  findQuestion: FindQuestion,
): FoldedUtterance {
  switch (said.kind) {
    case "prompt":
      return foldPrompt(state, said, findQuestion);
    case "text":
      return foldText(state, said, findQuestion);
    case "question": {
      const { state: before, reclassified } = said.isAsk
        ? { state, reclassified: null }
        : goOn(inRun(state, said));
      const asked: OpenQuestion[] = said.isLeft
        ? []
        : [{ key: said.key, kind: said.isAsk ? "ask" : "dialog" }];
      const open = [...before.open, ...asked];
      const next: FoldState = {
        ...before,
        phase: open.some(isHolding) ? "AWAITING_INPUT" : "PROCESSING",
        open,
        failure: null,
      };
      return folded({ state: next, intent: "QUESTION", question: said.question, reclassified });
    }
    case "answer": {
      const open = state.open.filter((question) => question.key !== said.to);
      // An ask outlives its run; an answer after the run's end does not wake the agent.
      const isOver = state.lastText?.intent === "COMPLETION" || state.failure !== null;
      const phase = open.some(isHolding) ? "AWAITING_INPUT" : isOver ? "COMPLETE" : "PROCESSING";
      const lastText = isOver ? state.lastText : null;
      return folded({
        state: { ...state, phase, open, lastText },
        intent: "ANSWER",
        answers: said.to,
      });
    }
  }
}

export function foldSignal(
  state: FoldState,
  signal: Signal,
  findQuestion: FindQuestion,
): Pick<FoldedUtterance, "state" | "reclassified"> {
  switch (signal.type) {
    case "working": {
      if (!signal.isCertain) {
        const isFresh =
          state.phase === "COMMANDED" || (state.phase === "IDLE" && state.task === null);
        return { state: isFresh ? { ...state, phase: "PROCESSING" } : state, reclassified: null };
      }
      const { state: next, reclassified } = goOn(state);
      return {
        state: {
          ...next,
          phase: next.open.some(isHolding) ? "AWAITING_INPUT" : "PROCESSING",
          failure: null,
        },
        reclassified,
      };
    }
    case "woken": {
      const { state: before, reclassified } = endOpenText(state, findQuestion);
      return {
        state: {
          ...before,
          phase: "PROCESSING",
          promptId: signal.promptId,
          lastText: null,
          failure: null,
        },
        reclassified,
      };
    }
    case "ended":
      return endRun(state, findQuestion);
    case "interrupted":
      return cutOff(state);
    case "failed": {
      const { state: before, reclassified } = cutOff(state);
      return { state: { ...before, failure: signal.failure }, reclassified };
    }
    case "withdrawn": {
      const open = state.open.filter(({ key }) => key !== signal.key);
      const phase = open.some(isHolding) ? "AWAITING_INPUT" : "PROCESSING";
      return { state: { ...state, open, phase }, reclassified: null };
    }
    case "resumption": {
      const failure = state.failure && { ...state.failure, resumesByItself: signal.isByItself };
      return { state: { ...state, failure }, reclassified: null };
    }
    case "rested": {
      const hadEnded = state.lastText !== null && state.lastText.intent !== "PROGRESS";
      if (!hadEnded) return cutOff(state);
      return { state: atRest({ ...state, open: withoutDialogs(state.open) }), reclassified: null };
    }
  }
}

type UtteranceOf<Kind> = Extract<Utterance, { kind: Kind }>;

function foldPrompt(
  state: FoldState,
  said: UtteranceOf<"prompt">,
  findQuestion: FindQuestion,
): FoldedUtterance {
  if (isSteering(state, said)) {
    const { state: before, reclassified } = said.isCertain
      ? goOn(state)
      : { state, reclassified: null };
    const phase = before.open.some(isHolding)
      ? "AWAITING_INPUT"
      : before.phase === "COMMANDED"
        ? "COMMANDED"
        : "PROCESSING";
    const next = { ...before, phase, lastText: null, failure: null } as const;
    return folded({ state: next, intent: "COMMAND", reclassified });
  }
  // When the next run begins, the previous one has ended, even if no event said so.
  const { state: before, reclassified } = endOpenText(state, findQuestion);
  const promptId = said.promptId ?? (said.isCertain ? null : state.promptId);
  const question = before.open.findLast(({ kind }) => kind !== "ask");
  const open = before.open.filter(({ kind }) => kind === "ask");
  if (before.open.length > 0 && before.task !== null) {
    const phase = open.length > 0 ? "AWAITING_INPUT" : "PROCESSING";
    const next: FoldState = { ...before, phase, promptId, lastText: null, open, failure: null };
    const intent = question === undefined ? "COMMAND" : "ANSWER";
    return folded({ state: next, intent, answers: question?.key ?? null, reclassified });
  }
  const next: FoldState = {
    phase: "COMMANDED",
    task: said.key,
    promptId,
    lastText: null,
    open: [],
    failure: null,
  };
  return folded({ state: next, intent: "COMMAND", opensTask: true, reclassified });
}

function isSteering(state: FoldState, said: UtteranceOf<"prompt">): boolean {
  if (state.task === null) return false;
  // The transcript says that the agent received it within its run.
  if (said.isSteering) return true;
  if (state.open.some((question) => question.kind === "text")) return false;
  // In a forked session, all earlier prompts have the id of its first prompt.
  if (said.isCertain && said.promptId !== null)
    return said.promptId === state.promptId && state.phase !== "COMPLETE";
  const isInCall = state.open.length > 0 && state.open.every(({ kind }) => kind === "ask");
  if (isInCall && state.lastText?.intent !== "COMPLETION") return true;
  return state.phase === "COMMANDED" || state.phase === "PROCESSING";
}

function foldText(
  state: FoldState,
  said: UtteranceOf<"text">,
  findQuestion: FindQuestion,
): FoldedUtterance {
  const { state: before, reclassified } = goOn({ ...inRun(state, said), failure: null });
  const question = said.isFinal ? findQuestion(said.text) : null;
  const intent = question !== null ? "QUESTION" : said.isFinal ? "COMPLETION" : "PROGRESS";
  const lastText = { key: said.key, text: said.text, intent, question } as const;
  if (!said.isFinal) {
    const phase = before.open.some(isHolding) ? "AWAITING_INPUT" : "PROCESSING";
    return folded({ state: { ...before, phase, lastText }, intent, reclassified });
  }
  const asked: OpenQuestion[] = question === null ? [] : [{ key: said.key, kind: "text" }];
  const next = atRest({ ...before, lastText, open: [...withoutDialogs(before.open), ...asked] });
  return folded({ state: next, intent, question, reclassified });
}

/** Another prompt id means another run. */
function inRun(state: FoldState, { promptId }: Utterance): FoldState {
  return promptId === null || promptId === state.promptId
    ? state
    : { ...state, promptId, lastText: null };
}

/** The agent goes on, so the text that looked like the last of its run was not the last. */
function goOn(state: FoldState): Pick<FoldedUtterance, "state" | "reclassified"> {
  const { lastText } = state;
  if (lastText === null || lastText.intent === "PROGRESS") return { state, reclassified: null };
  const open = state.open.filter((question) => question.key !== lastText.key);
  return {
    state: { ...state, open, lastText: { ...lastText, intent: "PROGRESS", question: null } },
    reclassified: { key: lastText.key, intent: "PROGRESS", question: null },
  };
}

function endRun(
  state: FoldState,
  findQuestion: FindQuestion,
): Pick<FoldedUtterance, "state" | "reclassified"> {
  const { state: ended, reclassified } = endOpenText(state, findQuestion);
  return { state: atRest({ ...ended, open: withoutDialogs(ended.open) }), reclassified };
}

/** The run is over before its end: nothing that the agent said is its result. */
function cutOff(state: FoldState): Pick<FoldedUtterance, "state" | "reclassified"> {
  const { state: before, reclassified } = goOn(state);
  return {
    state: atRest({ ...before, lastText: null, open: withoutDialogs(before.open) }),
    reclassified,
  };
}

function endOpenText(
  state: FoldState,
  findQuestion: FindQuestion,
): Pick<FoldedUtterance, "state" | "reclassified"> {
  const { lastText } = state;
  if (lastText === null || lastText.intent !== "PROGRESS") return { state, reclassified: null };
  const question = findQuestion(lastText.text);
  const intent = question === null ? "COMPLETION" : "QUESTION";
  const open: readonly OpenQuestion[] =
    question === null ? state.open : [...state.open, { key: lastText.key, kind: "text" }];
  return {
    state: { ...state, open, lastText: { ...lastText, intent, question } },
    reclassified: { key: lastText.key, intent, question },
  };
}

function atRest(state: FoldState): FoldState {
  return { ...state, phase: state.open.length > 0 ? "AWAITING_INPUT" : "COMPLETE" };
}

function isHolding(question: OpenQuestion): boolean {
  return question.kind !== "text";
}

function withoutDialogs(open: readonly OpenQuestion[]): readonly OpenQuestion[] {
  return open.filter((question) => question.kind !== "dialog");
}

function folded(
  given: Pick<FoldedUtterance, "state" | "intent"> & Partial<FoldedUtterance>,
): FoldedUtterance {
  return { question: null, opensTask: false, answers: null, reclassified: null, ...given };
}
