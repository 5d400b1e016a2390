/**
 * Sends a person's words and files to one agent, and follows them in the outbox until
 * they are seen as a turn.
 */
import type { AgentState } from "../../src/core/agent/agent.ts";
import type {
  CommandBody,
  CommandReply,
  Speakable,
  VoiceDelivery,
} from "../../src/surfaces/voice/wire/wire.ts";
import type { Store } from "../shared/store.ts";
import { api } from "./api.ts";
import type { ConversationState } from "./conversation-state.ts";
import { failureOf } from "./failure.ts";
import { type Outgoing, rememberOutbox, withoutTurns } from "./outbox.ts";
import { withDelivery } from "./turns.ts";

export interface SenderOptions {
  agentId: number;
  state: Store<ConversationState>;
  onSpeech(words: Speakable): void;
  /** The hub's answer, which may change the open question. */
  onReply(words: CommandReply | null): void;
}

export interface Sender {
  /** `more` names the question that the person saw, even if another is open by now. */
  send(text: string, more?: Partial<CommandBody>): Promise<void>;
  upload(file: File, caption: string): Promise<void>;
  /** Only the person calls this. */
  retry(key: string): Promise<void>;
  forget(key: string): void;
  setOutbox(outbox: readonly Outgoing[]): void;
}

/** At rest: done, or stopped by a failure. */
const FREE = new Set<AgentState>(["IDLE", "COMPLETE", "FAILED", "LIMITED"]);

export function createSender({ agentId, state, onSpeech, onReply }: SenderOptions): Sender {
  let count = 0;
  return { send, upload, retry, forget, setOutbox };

  function send(text: string, more: Partial<CommandBody> = {}): Promise<void> {
    const { question, about } = state.get();
    const isFree = question === null && about !== null && FREE.has(about.state);
    const body: CommandBody = {
      agent_id: agentId,
      ...(more.option_ids === undefined ? { text } : {}),
      // Words cannot interrupt an idle agent, so there is no need to ask first.
      ...(isFree ? { mode: "queue" as const } : {}),
      ...more,
    };
    return post(add(text, body, null));
  }

  function upload(file: File, caption: string): Promise<void> {
    return post(add(caption, { agent_id: agentId }, file));
  }

  async function retry(key: string) {
    const sent = state.get().outbox.find((one) => one.key === key);
    if (sent === undefined) return;
    update(key, { state: "sending", note: "", progress: 0 });
    await post(sent);
  }

  function add(text: string, body: CommandBody, file: File | null): Outgoing {
    count += 1;
    const afterTurnId = Math.max(0, ...state.get().turns.map(({ turn_id }) => turn_id));
    const unknown = { turnId: null, deliveryId: null, askId: null, progress: 0, note: "" };
    const sent: Outgoing = {
      key: `sent-${count}`,
      text,
      body,
      file,
      state: "sending",
      afterTurnId,
      ...unknown,
    };
    setOutbox([...state.get().outbox, sent]);
    return sent;
  }

  async function post(sent: Outgoing) {
    const { key, text, body, file } = sent;
    state.set({ reply: null, unused: null });
    try {
      if (file === null) take(key, text, body, await api.command(body));
      else {
        const reply = await api.upload(agentId, file, text, (progress) =>
          update(key, { progress }),
        );
        arrive(key, reply);
        onSpeech(reply);
      }
    } catch (error) {
      const { status, message, suggestion } = failureOf(error);
      if (status === 0) return update(key, { state: "unsure" });
      const note = message === "" ? "" : `${message}. ${suggestion}`;
      // The turn may have been visible for a moment, before we learned that nothing could be typed.
      setOutbox([...without(key), { ...sent, state: "failed", note }]);
      onReply(null);
    }
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
    setOutbox(without(key));
  }

  function without(key: string): Outgoing[] {
    return state.get().outbox.filter((sent) => sent.key !== key);
  }

  function setOutbox(outbox: readonly Outgoing[]) {
    state.set({ outbox });
    rememberOutbox(agentId, outbox);
  }
}

interface Arrived {
  turn_id: number | null;
  delivery: VoiceDelivery | null;
}
