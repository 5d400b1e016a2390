/** One agent: what was said, what it asks now, and what the person has sent that is not yet seen to have arrived. */
import type {
  CommandBody,
  CommandReply,
  DeliveryEvent,
  QuestionReply,
  Speakable,
  TranscriptReply,
  TurnEvent,
  VoiceDelivery,
  VoiceTurn,
} from "../../src/surfaces/voice/wire.ts";
import { createStore, type Store } from "../store.ts";
import { api } from "./api.ts";
import { type Connection, followEvents, type Happening } from "./events.ts";
import { type Failure, failureOf } from "./failure.ts";
import { deliveryOf, type Outgoing, recallOutbox, withoutTurns } from "./outbox.ts";
import { movedOn, nameOf } from "./question.ts";
import { createSender, type Sender } from "./sender.ts";
import { soon } from "./soon.ts";
import { withDelivery, withEvent, withoutTurn, withTurns } from "./turns.ts";

export interface ConversationState {
  about: Pick<TranscriptReply, "project_name" | "state" | "awaiting_input"> | null;
  hasEnded: boolean;
  turns: readonly VoiceTurn[];
  hasMore: boolean;
  isLoadingOlder: boolean;
  question: QuestionReply | null;
  outbox: readonly Outgoing[];
  /** What the hub said last that wants something of the person, with the words it was said to. */
  reply: { said: string; body: CommandBody; words: CommandReply } | null;
  /** Whether an answer came too late for the agent, and nothing was sent since. */
  wasTooLate: boolean;
  failure: Failure | null;
  connection: Connection;
}

export interface ConversationEvents {
  /** Something that is worth hearing: the reply to the person's words, a new question, a finished task. */
  onSpeech(words: Speakable): void;
  /** The agent said this just now. */
  onTurn(turn: { text: string }): void;
}

export interface Conversation extends Pick<Sender, "send" | "upload" | "retry" | "forget"> {
  readonly state: Store<ConversationState>;
  dismissReply(): void;
  loadOlder(): Promise<void>;
  readQuestion(): void;
  close(): void;
}

const REFRESH_MS = 150;
const AGAIN_MS = 2000;

export function openConversation(agentId: number, { onSpeech, onTurn }: ConversationEvents): Conversation {
  const state = createStore<ConversationState>({
    ...{ about: null, hasEnded: false, turns: [], hasMore: false, isLoadingOlder: false, question: null },
    ...{ outbox: recallOutbox(agentId), reply: null, wasTooLate: false, failure: null },
    connection: "connecting",
  });
  // What happens while the page loads is told after it, so that an older page never hides it.
  let waiting: Happening[] | null = [];
  let isLoading = false;
  let spokenQuestion = "";
  let isClosed = false;
  const refresh = soon(REFRESH_MS, loadQuestion);
  const tellOutput = soon(REFRESH_MS, speakOutput);
  const sender = createSender({ agentId, state, onSpeech, onReply });
  const events = followEvents({
    agentId,
    onEvent: (event) => (waiting === null ? hear(event) : waiting.push(event)),
    onConnection,
    // The connection is said to be live right after.
    onFresh: () => {
      waiting ??= [];
    },
  });
  return { ...sender, state, dismissReply: () => state.set({ reply: null }), loadOlder, readQuestion, close };

  function onConnection(connection: Connection) {
    state.set({ connection });
    // Away, the question is asked for too: it tells a hub that is gone from one that does not let us in.
    if (connection === "away") refresh();
    else if (waiting !== null) void load();
  }

  async function load() {
    if (isLoading) return;
    isLoading = true;
    try {
      const [page] = await Promise.all([api.transcript(agentId), loadQuestion()]);
      if (isClosed) return;
      const { turns, has_more: hasMore, agent_ended: hasEnded, ...about } = page;
      state.set({ turns, hasMore, hasEnded, about, failure: null });
      sender.setOutbox(withoutTurns(state.get().outbox, turns));
      const missed = waiting ?? [];
      waiting = null;
      for (const event of missed) hear(event);
    } catch (error) {
      const failure = failureOf(error);
      if (isClosed) return;
      state.set({ failure });
      if (failure.status === 0 || failure.status >= 500) setTimeout(() => isClosed || void load(), AGAIN_MS);
    } finally {
      isLoading = false;
    }
  }

  function hear(event: Happening) {
    if (event.type === "delivery_updated") hearDelivery(event.data);
    else if (event.type === "answer_not_used") state.set({ wasTooLate: true });
    else if (event.type === "agent_updated") {
      const { about } = state.get();
      state.set({
        about: about && { ...about, state: event.data.state, awaiting_input: event.data.state === "AWAITING_INPUT" },
        hasEnded: event.data.ended_at !== null,
      });
    } else if (event.type === "turn_removed") {
      state.set({ turns: withoutTurn(state.get().turns, event.data.turn_id) });
    } else hearTurn(event.data);
    refresh();
  }

  function hearTurn(turn: TurnEvent) {
    const { turns, outbox } = state.get();
    const isNew = turns.every(({ turn_id }) => turn_id !== turn.turn_id);
    const arrived = outbox.find((sent) => withoutTurns([sent], [turn]).length === 0);
    const delivery = arrived === undefined ? null : deliveryOf(arrived);
    const told = withEvent(turns, turn);
    state.set({ turns: delivery === null ? told : withDelivery(told, delivery, turn.turn_id) });
    sender.setOutbox(withoutTurns(outbox, [turn]));
    if (!isNew || turn.actor !== "AGENT") return;
    onTurn(turn);
    if (turn.intent === "COMPLETION") tellOutput();
  }

  function hearDelivery({ id, state: now, detail, turn_id }: DeliveryEvent) {
    const delivery: VoiceDelivery = { delivery_id: id, state: now, detail };
    state.set({ turns: withDelivery(state.get().turns, delivery, turn_id) });
    const moved = { state: now, note: detail ?? "" };
    sender.setOutbox(state.get().outbox.map((sent) => (sent.deliveryId === id ? { ...sent, ...moved } : sent)));
  }

  async function loadQuestion() {
    const question = await api.question(agentId).catch((error: unknown) => {
      // That it is away is seen elsewhere, and the next event tries again.
      const failure = failureOf(error);
      if (failure.status !== 0 && !isClosed) state.set({ failure });
      return null;
    });
    if (question === null || isClosed) return;
    const { about, reply } = state.get();
    const isStale = reply !== null && reply.words.ask_id !== null && reply.words.ask_id !== question.ask_id;
    state.set({
      question: question.awaiting_input ? question : null,
      about: about && { ...about, state: question.state, awaiting_input: question.awaiting_input },
      ...(isStale ? { reply: null } : {}),
    });
    const isNew = question.awaiting_input && nameOf(question) !== spokenQuestion;
    spokenQuestion = nameOf(question);
    if (isNew) onSpeech(question);
  }

  async function speakOutput() {
    const output = await api.output(agentId).catch((error: unknown) => void failureOf(error));
    if (output !== undefined && !isClosed && !output.awaiting_input) onSpeech(output);
  }

  /** What comes next is read aloud with the reply. It is shown at once, so that no second touch answers it by mistake. */
  function onReply(words: CommandReply | null) {
    const { question } = state.get();
    if (words?.outcome === "answered") state.set({ question: null });
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
    if (!hasMore || isLoadingOlder || oldest === undefined) return;
    state.set({ isLoadingOlder: true });
    try {
      const page = await api.transcript(agentId, oldest.turn_id);
      // What came by events meanwhile is newer than what the page says of it.
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
    events.close();
    refresh.cancel();
    tellOutput.cancel();
  }
}
