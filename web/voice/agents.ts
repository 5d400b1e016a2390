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
  /** What the hub has for the words that are looked for; null without words. */
  found: { words: string; asks: VoiceAsk[]; total: number } | null;
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
  /** Looks in everything that is open, also beyond what is listed. */
  find(words: string): void;
  /** Lists more of what is open. */
  showMore(): void;
  close(): void;
}

const ASKS_AT_ONCE = 200;
/** A phone's list is no longer; what is behind is found by its words. */
export const MOST_ASKS = 1_000;
const REFRESH_MS = 250;
// "Two minutes ago" becomes wrong with time.
const OLD_MS = 30_000;

export function openAgents(onSpeech: (words: Speakable) => void): Agents {
  const seen = lastList();
  const state = createStore<AgentsState>({
    ...{ sessions: seen?.sessions ?? null, seenAt: seen?.at ?? null, reply: null },
    ...{ found: null, isSending: false, failure: null, connection: "connecting" },
  });
  let isClosed = false;
  let wanted = { limit: ASKS_AT_ONCE, words: "" };
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
  return { state, send, dismissReply, find, showMore, close };

  async function load() {
    try {
      const { limit, words } = wanted;
      const [sessions, having] = await Promise.all([
        api.sessions({ limit }),
        words === "" ? null : api.sessions({ words, limit }),
      ]);
      rememberList(sessions);
      const found = having && { words, asks: having.asks, total: having.asks_total };
      if (!isClosed) state.set({ sessions, found, seenAt: Date.now(), failure: null });
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

  function find(words: string) {
    wanted = { ...wanted, words: words.trim() };
    if (wanted.words !== "") refresh();
    else state.set({ found: null });
  }

  function showMore() {
    wanted = { ...wanted, limit: Math.min(MOST_ASKS, wanted.limit + ASKS_AT_ONCE) };
    refresh();
  }

  function close() {
    isClosed = true;
    clearInterval(timer);
    refresh.cancel();
    events.close();
  }
}
