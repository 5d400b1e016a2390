/**
 * One agent: its turns, its open question, and the person's words whose arrival is not confirmed
 * yet. Or one ask of no agent, which has no turns.
 */
import type { CommandReply, Speakable, TurnEvent } from "../../src/surfaces/voice/wire/wire.ts";
import { createStore, type Store } from "../shared/store.ts";
import { api } from "./api.ts";
import { applyEvent } from "./apply-event.ts";
import {
  type ConversationState,
  freshConversation,
  type Question,
  withQuestion,
} from "./conversation-state.ts";
import { type Connection, followEvents, type HubEvent } from "./events.ts";
import { failureOf } from "./failure.ts";
import { withoutTurns } from "./outbox.ts";
import { type Place, placeKey } from "./place.ts";
import { movedOn, nameOf } from "./question.ts";
import { forgetPlace, rememberPlace } from "./seen.ts";
import { createSender, type Sender } from "./sender.ts";
import { localeNow, settings } from "./settings.ts";
import { soon } from "./soon.ts";
import { withTurns } from "./turns.ts";

export interface ConversationEvents {
  /** Something worth hearing: the reply to the person's words, a new question, a finished task. */
  onSpeech(words: Speakable): void;
  /** The agent has just said this. */
  onTurn(turn: { text: string }): void;
}

export interface Conversation
  extends Pick<Sender, "send" | "upload" | "retry" | "forget" | "takeBack"> {
  readonly state: Store<ConversationState>;
  dismissReply(): void;
  loadOlder(): Promise<void>;
  readQuestion(): void;
  close(): void;
}

const REFRESH_MS = 150;
const AGAIN_MS = 2000;

export function openConversation(
  place: Place,
  { onSpeech, onTurn }: ConversationEvents,
): Conversation {
  const agentId = "agentId" in place ? place.agentId : null;
  const state = createStore(freshConversation(place));
  // Events that arrive while the page loads are applied after it, so that an
  // older page never hides them.
  let waiting: HubEvent[] | null = [];
  let isLoading = false;
  let spokenQuestion = "";
  let isClosed = false;
  const refresh = soon(REFRESH_MS, loadQuestion);
  const tellOutput = soon(REFRESH_MS, speakOutput);
  const sender = createSender({ agentId, place: placeKey(place), state, onSpeech, onReply });
  const events = followEvents({
    ...(agentId === null ? { types: ["ask_updated"] } : { agentId }),
    onEvent: (event) => (waiting === null ? hear(event) : waiting.push(event)),
    onConnection,
    // The connection is reported as live right after this.
    onFresh: () => {
      waiting ??= [];
    },
  });
  return {
    ...sender,
    state,
    dismissReply: () => state.set({ reply: null }),
    loadOlder,
    readQuestion,
    close,
  };

  function onConnection(connection: Connection) {
    state.set({ connection });
    if (connection === "live") sender.hurry();
    // While away, also load the question: that tells a hub that is gone from one that refuses us.
    if (connection === "away") refresh();
    else if (waiting !== null) void load();
    // The hub may have been away without missing an event, and asks may have ended meanwhile.
    else refresh();
  }

  async function load() {
    if (isLoading) return;
    isLoading = true;
    try {
      const [page] = await Promise.all([
        agentId === null ? null : api.transcript(agentId),
        loadQuestion(),
      ]);
      if (isClosed) return;
      if (page !== null) {
        const { turns, has_more: hasMore, agent_ended: hasEnded, ...about } = page;
        state.set({ turns, hasMore, hasEnded, about, failure: null });
        sender.setOutbox(withoutTurns(state.get().outbox, turns));
      }
      rememberPlace(place, state.get());
      const missed = waiting ?? [];
      waiting = null;
      for (const event of missed) hear(event);
    } catch (error) {
      const failure = failureOf(error);
      if (isClosed) return;
      state.set({ failure });
      if (failure.status === 0 || failure.status >= 500)
        setTimeout(() => isClosed || void load(), AGAIN_MS);
    } finally {
      isLoading = false;
    }
  }

  function hear(event: HubEvent) {
    if (event.type === "ask_updated") {
      if (placeKey(place) === event.data.ask_id) refresh();
      return;
    }
    // An ask of no agent follows every agent's stream only for asks.
    if (agentId === null) return;
    const before = state.get();
    const { outbox, ...change } = applyEvent(event, before, localeNow(settings.get()));
    state.set(change);
    if (outbox !== undefined) sender.setOutbox(outbox);
    if (event.type === "turn_created" || event.type === "turn_updated") listen(event.data, before);
    refresh();
  }

  /** Each turn of the agent is announced once. */
  function listen({ turn_id, actor, text, intent }: TurnEvent, { turns }: ConversationState) {
    if (actor !== "AGENT" || turns.some((known) => known.turn_id === turn_id)) return;
    onTurn({ text });
    if (intent === "COMPLETION") tellOutput();
  }

  async function loadQuestion() {
    const question = await asked();
    if (question === null || isClosed) return;
    state.set({ ...withQuestion(state.get(), question), seenAt: Date.now() });
    rememberPlace(place, state.get());
    const isNew = question.awaiting_input && nameOf(question) !== spokenQuestion;
    spokenQuestion = nameOf(question);
    if (isNew) onSpeech(question);
  }

  async function asked(): Promise<Question | null> {
    try {
      return await ("agentId" in place
        ? api.question(place.agentId)
        : api.askQuestion(place.askId));
    } catch (error) {
      const failure = failureOf(error);
      // The status line shows that the hub is away, and the next event tries again.
      if (failure.status === 0 || isClosed) return null;
      // What was decided here is told by its own reply.
      if (agentId === null && state.get().hasEnded) return null;
      state.set({ failure });
      if (agentId !== null || failure.status !== 409) return null;
      // Answered elsewhere, or withdrawn: nothing can be said to it any more.
      state.set({ question: null, hasEnded: true, reply: null });
      forgetPlace(place);
      return null;
    }
  }

  async function speakOutput() {
    if (agentId === null) return;
    const output = await api.output(agentId).catch((error: unknown) => void failureOf(error));
    if (output !== undefined && !isClosed && !output.awaiting_input) onSpeech(output);
  }

  /**
   * The next question is read aloud with the reply. It is shown at once, so that a second touch
   * does not answer it by mistake.
   */
  function onReply(words: CommandReply | null) {
    const { question } = state.get();
    const isOver = ["answered", "cancelled", "sent_back"].includes(words?.outcome ?? "");
    // The stream of events may have told that it ended a moment before.
    if (isOver)
      state.set({ question: null, ...(agentId === null ? { hasEnded: true, failure: null } : {}) });
    // Nothing more is asked there.
    if (isOver && agentId === null) return;
    if (words?.outcome === "next_question") {
      const next = movedOn(question, words);
      if (next !== null) spokenQuestion = nameOf(next);
      state.set({ question: next });
    }
    refresh();
  }

  async function loadOlder() {
    const { turns, hasMore, isLoadingOlder } = state.get();
    const [oldest] = turns;
    if (!hasMore || isLoadingOlder || oldest === undefined || agentId === null) return;
    state.set({ isLoadingOlder: true });
    try {
      const page = await api.transcript(agentId, oldest.turn_id);
      // Turns that came by events meanwhile are newer than those of the page.
      state.set({ turns: withTurns(page.turns, state.get().turns), hasMore: page.has_more });
    } catch (error) {
      failureOf(error);
    } finally {
      state.set({ isLoadingOlder: false });
    }
  }

  function readQuestion() {
    const { question } = state.get();
    if (question !== null) onSpeech(question);
  }

  function close() {
    isClosed = true;
    rememberPlace(place, state.get());
    sender.stop();
    events.close();
    refresh.cancel();
    tellOutput.cancel();
  }
}
