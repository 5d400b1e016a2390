/**
 * Sends a person's words and files to one agent or ask, one after the other, and follows them in the
 * outbox until they are seen as a turn. Without the network they wait and go out by themselves.
 */
import type { AgentState } from "../../src/core/agent/agent.ts";
import type {
  CommandBody,
  CommandReply,
  Speakable,
  VoiceDelivery,
} from "../../src/surfaces/voice/wire/wire.ts";
import type { Store } from "../shared/store.ts";
import type { ConversationState } from "./conversation-state.ts";
import { dropFile, keepFile, keptFile } from "./kept-files.ts";
import { takeOver } from "./leftovers.ts";
import { fresh, type Outgoing, rememberOutbox, untried, withoutTurns } from "./outbox.ts";
import { post } from "./post.ts";
import { withDelivery } from "./turns.ts";

export interface SenderOptions {
  /** Null for an ask of no agent. */
  agentId: number | null;
  /** Under this the outbox is kept. */
  place: number | string;
  state: Store<ConversationState>;
  onSpeech(words: Speakable): void;
  /** The hub's answer, which may change the open question. */
  onReply(words: CommandReply | null): void;
}

export interface Sender {
  /** `more` names the question that the person saw, even if another is open by now. */
  send(text: string, more?: Partial<CommandBody>): Promise<void>;
  upload(file: File, caption: string): Promise<void>;
  /** Only the person calls this, after the hub refused. */
  retry(key: string): Promise<void>;
  forget(key: string): void;
  /** Removes what the hub cannot have yet, and returns the words and the first file. */
  takeBack(): Promise<TakenBack>;
  setOutbox(outbox: readonly Outgoing[]): void;
  /** The hub can be reached again. */
  hurry(): void;
  stop(): void;
}

export interface TakenBack {
  text: string;
  file: File | null;
}

/** At rest: done, or stopped by a failure. */
const FREE = new Set<AgentState>(["IDLE", "COMPLETE", "FAILED", "LIMITED"]);
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

export function createSender({ agentId, place, state, onSpeech, onReply }: SenderOptions): Sender {
  let isSending = false;
  let isStopped = false;
  let pause = SHORTEST_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handOver = takeOver(place);
  addEventListener("online", hurry);
  // Words that an earlier visit left here.
  if (state.get().outbox.some((sent) => sent.state === "waiting")) queueMicrotask(hurry);
  return { send, upload, retry, forget, takeBack, setOutbox, hurry, stop };

  function send(text: string, more: Partial<CommandBody> = {}): Promise<void> {
    const { question, about } = state.get();
    const isFree = question === null && about !== null && FREE.has(about.state);
    const body: CommandBody = {
      ...(agentId === null ? {} : { agent_id: agentId }),
      ...(more.option_ids === undefined && more.ask_back === undefined ? { text } : {}),
      // Words cannot interrupt an idle agent, so there is no need to ask first.
      ...(isFree ? { mode: "queue" as const } : {}),
      ...more,
    };
    return add(text, body, null);
  }

  function upload(file: File, caption: string): Promise<void> {
    return add(caption, agentId === null ? {} : { agent_id: agentId }, file);
  }

  function retry(key: string): Promise<void> {
    update(key, { state: "waiting", note: "", progress: 0 });
    return sendAll();
  }

  function add(text: string, body: CommandBody, given: File | null): Promise<void> {
    const afterTurnId = Math.max(0, ...state.get().turns.map(({ turn_id }) => turn_id));
    const file = given && { name: given.name, size: given.size };
    const sent = fresh({ text, body, file, afterTurnId });
    if (given !== null) void keepFile(sent.messageId, given);
    setOutbox([...state.get().outbox, sent]);
    state.set({ reply: null, unused: null });
    return sendAll();
  }

  /** One after the other: what was said first arrives first. */
  async function sendAll() {
    if (isSending) return;
    isSending = true;
    clearTimeout(timer);
    let next = nextWaiting();
    // Without a network a try would only make it unknown whether the words arrived.
    while (next !== undefined && !isStopped && navigator.onLine && (await postOne(next)))
      next = nextWaiting();
    isSending = false;
    if (nextWaiting() === undefined || isStopped) return;
    timer = setTimeout(() => void sendAll(), pause);
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  function nextWaiting(): Outgoing | undefined {
    return state.get().outbox.find((sent) => sent.state === "waiting");
  }

  /** False if no answer came. */
  async function postOne(sent: Outgoing): Promise<boolean> {
    const { key, text, body } = sent;
    update(key, { state: "sending", isTried: true });
    const posted = await post(sent, (progress) => update(key, { progress }));
    if (posted.kind === "no_answer") {
      update(key, { state: "waiting" });
      return false;
    }
    pause = SHORTEST_PAUSE_MS;
    if (posted.kind === "refused") {
      const { message, suggestion } = posted.failure;
      refused(sent, message === "" ? "" : `${message}. ${suggestion}`);
    } else if (posted.kind === "command") take(key, text, body, posted.reply);
    else {
      arrive(key, posted.reply);
      onSpeech(posted.reply);
    }
    return true;
  }

  /** What stood behind refused words may make no sense without them, so the person looks first. */
  function refused(sent: Outgoing, note: string) {
    const others = state.get().outbox.filter(({ key }) => key !== sent.key);
    // The turn may have been visible for a moment, before we learned that nothing could be typed.
    setOutbox([
      ...others.filter(({ state: now }) => now !== "waiting"),
      { ...sent, state: "failed", note },
      ...others
        .filter(({ state: now }) => now === "waiting")
        .map((one) => ({ ...one, state: "failed" as const })),
    ]);
    onReply(null);
  }

  function take(key: string, text: string, body: CommandBody, words: CommandReply) {
    const { outcome, ask_id: askId } = words;
    if (outcome === "delivered") arrive(key, words);
    else if (outcome === "answered") arrive(key, words, "answered", askId);
    else if (outcome === "next_question") arrive(key, words, "kept", askId);
    else {
      forget(key);
      state.set({ reply: { said: text, body, words } });
    }
    onReply(words);
    onSpeech(words);
  }

  function arrive(
    key: string,
    arrived: Arrived,
    otherwise: Outgoing["state"] = "accepted",
    askId: string | null = null,
  ) {
    const { turn_id: turnId, delivery } = arrived;
    const known = {
      turnId,
      deliveryId: delivery?.delivery_id ?? null,
      askId,
      note: delivery?.detail ?? "",
    };
    update(key, { state: delivery?.state ?? otherwise, ...known });
    if (delivery !== null) state.set({ turns: withDelivery(state.get().turns, delivery, turnId) });
    const { outbox, turns } = state.get();
    setOutbox(withoutTurns(outbox, turns));
  }

  function update(key: string, change: Partial<Outgoing>) {
    setOutbox(state.get().outbox.map((sent) => (sent.key === key ? { ...sent, ...change } : sent)));
  }

  function forget(key: string) {
    const sent = state.get().outbox.find((one) => one.key === key);
    if (sent?.file != null) void dropFile(sent.messageId);
    setOutbox(state.get().outbox.filter((sent) => sent.key !== key));
  }

  async function takeBack(): Promise<TakenBack> {
    const taken = untried(state.get().outbox);
    const withFile = taken.find(({ file }) => file !== null);
    const file = withFile === undefined ? null : keptFile(withFile.messageId);
    setOutbox(state.get().outbox.filter((sent) => !taken.includes(sent)));
    const texts = taken.map(({ text }) => text).filter((text) => text !== "");
    const given = { text: texts.join("\n"), file: await file };
    for (const { file: one, messageId } of taken) if (one !== null) void dropFile(messageId);
    return given;
  }

  function setOutbox(outbox: readonly Outgoing[]) {
    state.set({ outbox });
    rememberOutbox(place, outbox);
  }

  function hurry() {
    pause = SHORTEST_PAUSE_MS;
    void sendAll();
  }

  function stop() {
    isStopped = true;
    clearTimeout(timer);
    removeEventListener("online", hurry);
    handOver();
  }
}

interface Arrived {
  turn_id: number | null;
  delivery: VoiceDelivery | null;
}
