/** One agent: what was said, what it asks now, and what the person has sent that is not yet seen to have arrived. */
import type {
  CommandBody,
  CommandReply,
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
import { type Outgoing, recallOutbox, rememberOutbox, withoutTurns } from "./outbox.ts";
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
  failure: Failure | null;
  connection: Connection;
}

export interface ConversationEvents {
  /** Something that is worth hearing: the reply to the person's words, a new question, a finished task. */
  onSpeech(words: Speakable): void;
  /** The agent said this just now. */
  onTurn(turn: { text: string }): void;
}

export interface Conversation {
  readonly state: Store<ConversationState>;
  send(text: string, more?: Partial<CommandBody>): Promise<void>;
  upload(file: File, caption: string): Promise<void>;
  /** Only ever called by the person. */
  retry(key: string): Promise<void>;
  forget(key: string): void;
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
    ...{ outbox: recallOutbox(agentId), reply: null, failure: null, connection: "connecting" },
  });
  // What happens while the page loads is told after it, so that an older page never hides it.
  let waiting: Happening[] | null = [];
  let isLoading = false;
  let spokenQuestion = "";
  let isClosed = false;
  let count = 0;
  const refresh = soon(REFRESH_MS, () => loadQuestion(true));
  const tellOutput = soon(REFRESH_MS, speakOutput);
  const events = followEvents({
    agentId,
    onEvent: (event) => (waiting === null ? hear(event) : waiting.push(event)),
    onConnection,
    // The connection is said to be live right after.
    onFresh: () => {
      waiting ??= [];
    },
  });
  return { state, send, upload, retry, forget, dismissReply, loadOlder, readQuestion, close };

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
      const [page] = await Promise.all([api.transcript(agentId), loadQuestion(true)]);
      if (isClosed) return;
      const { turns, has_more: hasMore, agent_ended: hasEnded, ...about } = page;
      state.set({ turns, hasMore, hasEnded, about, failure: null });
      setOutbox(withoutTurns(state.get().outbox, turns));
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
    else if (event.type === "agent_updated") {
      const { about } = state.get();
      state.set({
        about: about && { ...about, state: event.data.state, awaiting_input: event.data.state === "AWAITING_INPUT" },
        hasEnded: event.data.ended_at !== null,
      });
    } else hearTurn(event.type, event.data);
    refresh();
  }

  function hearTurn(type: "turn_created" | "turn_updated" | "turn_removed", data: TurnEvent) {
    const { turns, outbox } = state.get();
    if (type === "turn_removed") return state.set({ turns: withoutTurn(turns, data.turn_id) });
    const isNew = turns.every(({ turn_id }) => turn_id !== data.turn_id);
    const arrived = outbox.find((sent) => withoutTurns([sent], [data]).length === 0);
    const delivery = arrived === undefined ? null : deliveryOf(arrived);
    const told = withEvent(turns, data);
    state.set({ turns: delivery === null ? told : withDelivery(told, delivery, data.turn_id) });
    setOutbox(withoutTurns(outbox, [data]));
    if (!isNew || data.actor !== "AGENT") return;
    onTurn(data);
    if (data.intent === "COMPLETION") tellOutput();
  }

  function hearDelivery({ id, state: now, detail, turn_id }: Extract<Happening, { type: "delivery_updated" }>["data"]) {
    const delivery: VoiceDelivery = { delivery_id: id, state: now, detail };
    state.set({ turns: withDelivery(state.get().turns, delivery, turn_id) });
    setOutbox(
      state.get().outbox.map((sent) => (sent.deliveryId === id ? { ...sent, state: now, note: detail ?? "" } : sent)),
    );
  }

  async function loadQuestion(isSpoken: boolean) {
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
    const name = nameOf(question);
    if (isSpoken && question.awaiting_input && name !== spokenQuestion) onSpeech(question);
    spokenQuestion = name;
  }

  async function speakOutput() {
    const output = await api.output(agentId).catch((error: unknown) => void failureOf(error));
    if (output !== undefined && !isClosed && !output.awaiting_input) onSpeech(output);
  }

  function send(text: string, more: Partial<CommandBody> = {}): Promise<void> {
    const { question, about } = state.get();
    const isFree = question === null && (about?.state === "IDLE" || about?.state === "COMPLETE");
    const body: CommandBody = {
      agent_id: agentId,
      ...(more.option_ids === undefined ? { text } : {}),
      ...(question?.ask_id == null ? {} : { ask_id: question.ask_id }),
      // One that does nothing is interrupted by nothing, so there is nothing to ask before.
      ...(isFree ? { mode: "queue" as const } : {}),
      ...more,
    };
    return post(add(text, body, null));
  }

  function upload(file: File, caption: string): Promise<void> {
    return post(add(caption, { agent_id: agentId }, file));
  }

  function add(text: string, body: CommandBody, file: File | null): Outgoing {
    count += 1;
    const afterTurnId = Math.max(0, ...state.get().turns.map(({ turn_id }) => turn_id));
    const unknown = { turnId: null, deliveryId: null, askId: null, progress: 0, note: "" };
    const sent: Outgoing = { key: `sent-${count}`, text, body, file, state: "sending", afterTurnId, ...unknown };
    setOutbox([...state.get().outbox, sent]);
    return sent;
  }

  async function retry(key: string) {
    const sent = state.get().outbox.find((one) => one.key === key);
    if (sent === undefined) return;
    update(key, { state: "sending", note: "", progress: 0 });
    await post(sent);
  }

  async function post({ key, text, body, file }: Outgoing) {
    state.set({ reply: null });
    try {
      if (file === null) take(key, text, body, await api.command(body));
      else {
        const reply = await api.upload(agentId, file, text, (progress) => update(key, { progress }));
        arrive(key, reply);
        onSpeech(reply);
      }
    } catch (error) {
      const { status, message, suggestion } = failureOf(error);
      update(key, { state: status === 0 ? "unsure" : "failed", note: `${message}. ${suggestion}`.replace(/^\. /, "") });
      if (status !== 0) refresh();
    }
  }

  function take(key: string, text: string, body: CommandBody, words: CommandReply) {
    const name = words.question && `${words.ask_id} ${words.question.question_index}`;
    if (name !== null) spokenQuestion = name;
    switch (words.outcome) {
      case "answered":
        arrive(key, words, "answered", words.ask_id);
        state.set({ question: null });
        break;
      case "next_question":
        arrive(key, words, "kept", words.ask_id);
        // At once: a second touch must not answer the next question with an option of this one.
        state.set({ question: movedOn(state.get().question, words) });
        break;
      case "delivered":
        arrive(key, words);
        break;
      default:
        forget(key);
        state.set({ reply: { said: text, body, words } });
    }
    onSpeech(words);
    refresh();
  }

  function arrive(
    key: string,
    { turn_id, delivery }: { turn_id: number | null; delivery: VoiceDelivery | null },
    otherwise: Outgoing["state"] = "accepted",
    askId: string | null = null,
  ) {
    const deliveryId = delivery?.delivery_id ?? null;
    update(key, {
      ...{ state: delivery?.state ?? otherwise, note: delivery?.detail ?? "", turnId: turn_id, deliveryId, askId },
    });
    const { turns, outbox } = state.get();
    if (delivery !== null) state.set({ turns: withDelivery(turns, delivery, turn_id) });
    setOutbox(withoutTurns(outbox, state.get().turns));
  }

  function update(key: string, change: Partial<Outgoing>) {
    setOutbox(state.get().outbox.map((sent) => (sent.key === key ? { ...sent, ...change } : sent)));
  }

  function setOutbox(outbox: readonly Outgoing[]) {
    state.set({ outbox });
    rememberOutbox(agentId, outbox);
  }

  function forget(key: string) {
    setOutbox(state.get().outbox.filter((sent) => sent.key !== key));
  }

  function dismissReply() {
    state.set({ reply: null });
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

function movedOn(shown: QuestionReply | null, { question }: CommandReply): QuestionReply | null {
  if (shown === null || question === null) return null;
  const questions = shown.questions.map((one) => (one.question_index === question.question_index ? question : one));
  return { ...shown, questions, current_question_index: question.question_index };
}

function nameOf({ ask_id, turn_id, current_question_index }: QuestionReply): string {
  return `${ask_id ?? turn_id} ${current_question_index ?? 0}`;
}

function deliveryOf({ deliveryId, state, note }: Outgoing): VoiceDelivery | null {
  if (deliveryId === null) return null;
  // It has a delivery, so its state is the delivery's.
  return { delivery_id: deliveryId, state: state as VoiceDelivery["state"], detail: note === "" ? null : note };
}
