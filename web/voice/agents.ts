/** Every running agent, the waiting ones first, kept up to date. */
import type {
  CommandBody,
  CommandReply,
  SessionsReply,
  Speakable,
  VoiceAgent,
} from "../../src/surfaces/voice/wire/wire.ts";
import { createStore, type Store } from "../shared/store.ts";
import { api } from "./api.ts";
import { type Connection, followEvents } from "./events.ts";
import { type Failure, failureOf } from "./failure.ts";
import { soon } from "./soon.ts";

export interface AgentsState {
  sessions: SessionsReply | null;
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
  send(text: string, to?: VoiceAgent): Promise<boolean>;
  dismissReply(): void;
  close(): void;
}

const REFRESH_MS = 250;
// "Two minutes ago" becomes wrong with time.
const OLD_MS = 30_000;

export function openAgents(onSpeech: (words: Speakable) => void): Agents {
  const state = createStore<AgentsState>({
    ...{ sessions: null, reply: null, isSending: false, failure: null, connection: "connecting" },
  });
  let isClosed = false;
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
      if (!isClosed) state.set({ sessions, failure: null });
    } catch (error) {
      if (!isClosed) state.set({ failure: failureOf(error) });
    }
  }

  async function send(text: string, to?: VoiceAgent): Promise<boolean> {
    state.set({ isSending: true, reply: null });
    try {
      // Names the question that the person saw, so that no other is answered.
      const asked = to === undefined || to.ask_id === null ? {} : { ask_id: to.ask_id };
      const body: CommandBody = {
        text,
        ...(to === undefined ? {} : { agent_id: to.agent_id, ...asked }),
      };
      const words = await api.command(body);
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
