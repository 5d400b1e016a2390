/** Every running agent, the waiting ones first, and every open ask beside them, kept up to date. */
import type {
  CommandBody,
  CommandReply,
  SessionsReply,
  Speakable,
  VoiceAgent,
  VoiceAsk,
} from "../../src/surfaces/voice/wire/wire.ts";
import { createStore, type Store } from "../shared/store.ts";
import { api } from "./api.ts";
import { type Connection, followEvents } from "./events.ts";
import { type Failure, failureOf } from "./failure.ts";
import { newMessageId } from "./outbox.ts";
import { lastList, rememberList } from "./seen.ts";
import { soon } from "./soon.ts";

export interface AgentsState {
  sessions: SessionsReply | null;
  /** When the hub said so, in milliseconds; null before it said anything. */
  seenAt: number | null;
  /** The reply to words that named no agent, together with the words. */
  reply: { said: string; words: CommandReply } | null;
  isSending: boolean;
  failure: Failure | null;
  connection: Connection;
}

export interface Agents {
  readonly state: Store<AgentsState>;
  /**
   * Sends to the given agent, or to the only one waiting. False if delivery is unconfirmed, so
   * that the words are kept.
   */
  send(text: string, to?: VoiceAgent | VoiceAsk): Promise<boolean>;
  dismissReply(): void;
  close(): void;
}

const REFRESH_MS = 250;
// "Two minutes ago" becomes wrong with time.
const OLD_MS = 30_000;

export function openAgents(onSpeech: (words: Speakable) => void): Agents {
  const seen = lastList();
  const state = createStore<AgentsState>({
    ...{ sessions: seen?.sessions ?? null, seenAt: seen?.at ?? null, reply: null },
    ...{ isSending: false, failure: null, connection: "connecting" },
  });
  let isClosed = false;
  // Words that got no answer keep their name, by which the hub knows them again.
  let unanswered: { text: string; to: string; messageId: string } | null = null;
  const refresh = soon(REFRESH_MS, load);
  const timer = setInterval(() => document.hidden || refresh(), OLD_MS);
  const events = followEvents({
    onEvent: () => refresh(),
    onConnection(connection) {
      state.set({ connection });
      refresh();
    },
    onFresh: () => undefined,
  });
  void load();
  return { state, send, dismissReply, close };

  async function load() {
    try {
      const sessions = await api.sessions();
      rememberList(sessions);
      if (!isClosed) state.set({ sessions, seenAt: Date.now(), failure: null });
    } catch (error) {
      if (!isClosed) state.set({ failure: failureOf(error) });
    }
  }

  async function send(text: string, to?: VoiceAgent | VoiceAsk): Promise<boolean> {
    state.set({ isSending: true, reply: null });
    try {
      // Names the question that the person saw, so that no other is answered.
      const asked = to === undefined || to.ask_id === null ? {} : { ask_id: to.ask_id };
      const agent = to === undefined || to.agent_id === null ? {} : { agent_id: to.agent_id };
      const target = JSON.stringify({ ...agent, ...asked });
      const isAgain = unanswered?.text === text && unanswered.to === target;
      const messageId = isAgain && unanswered !== null ? unanswered.messageId : newMessageId();
      unanswered = { text, to: target, messageId };
      const body: CommandBody = { text, message_id: messageId, ...agent, ...asked };
      const words = await api.command(body);
      unanswered = null;
      state.set({ reply: { said: text, words }, failure: null });
      onSpeech(words);
      return true;
    } catch (error) {
      state.set({ failure: failureOf(error) });
      return false;
    } finally {
      state.set({ isSending: false });
      refresh();
    }
  }

  function dismissReply() {
    state.set({ reply: null });
  }

  function close() {
    isClosed = true;
    clearInterval(timer);
    refresh.cancel();
    events.close();
  }
}
