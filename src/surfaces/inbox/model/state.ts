/**
 * What the inbox knows while it is on the screen. Pure data: `update.ts` makes the next state from
 * an event, `frame.ts` a screen from a state.
 *
 * One page is shown at a time. `asks` is the list and the form of one ask, side by side where there
 * is room; `focus` says which of the two has the keys. `history`, `agents` and `keys` are opened
 * from there and lead back. An open `dialog` gets the keys before all of these. `farewell` tells of
 * an ask that was settled or removed while the person was at it. It takes every key until it is
 * left, because keys still being typed were not meant for the next ask.
 */

import type { Evidence } from "../../../agents/dialogs/evidence/evidence.ts";
import type { AgentLine } from "../../../agents/roster.ts";
import type { Reply } from "../../../core/ask/answer.ts";
import type { Ask, AskBack, SettledAsk } from "../../../core/ask/ask.ts";
import type { Rejection } from "../../../desk/desk.ts";
import type { Interaction, InteractionChange } from "../../../desk/interaction.ts";
import type { Markdown } from "../../../terminal/form/header.ts";
import type { PromptState } from "../../../terminal/form/state.ts";
import type { Writing } from "../../../terminal/input/editor.ts";
import type { TerminalInput } from "../../../terminal/input/keyboard.ts";
import type { Highlight } from "../../../terminal/text/markdown.ts";
import { FRESH_MEMORY, type Memory } from "./memory.ts";
import type { Messages } from "./messages.ts";

export interface InboxState {
  readonly size: Size;
  /** Open asks by id. */
  readonly asks: ReadonlyMap<string, Ask>;
  /** False until the first list is read: an empty screen does not yet mean that nothing is open. */
  readonly isLoaded: boolean;
  readonly memory: Memory;
  readonly interaction: Interaction;
  readonly page: Page;
  /** The page from which the page of keys was opened, and to which it leads back. */
  readonly keysFrom: Exclude<Page, "keys">;
  readonly focus: "list" | "form";
  readonly selectedId: string | null;
  /** The index of the first ask that is on the screen. */
  readonly top: number;
  readonly search: Search;
  readonly filter: Filter | null;
  readonly showsSnoozed: boolean;
  readonly forms: ReadonlyMap<string, FormPage>;
  /** Keys pressed before the form they were meant for was loaded. */
  readonly waiting: readonly TerminalInput[];
  readonly dialog: Dialog | null;
  readonly farewell: Farewell | null;
  readonly notice: Notice | null;
  /** Enter is ignored until this time, unless another key comes first. */
  readonly enterFrom: number;
  /** Digits in the list are ignored until this time: the selection has moved by itself. */
  readonly digitsFrom: number;
  /** The ask whose decision is being saved. */
  readonly sendingId: string | null;
  /** The asks decided here: the person is told if the agent did something else. */
  readonly decidedHere: ReadonlySet<string>;
  readonly history: History | null;
  readonly agents: AgentsPage;
  /** How many rows of the page of keys are scrolled away above. */
  readonly keysScroll: number;
  /** Null until it is loaded. Replaced once more when there is code to colour. */
  readonly markdown: Markdown | null;
  /** Null until it is loaded. */
  readonly highlight: Highlight | null;
  /** What the calls of permissions would do, by the ask's id. */
  readonly evidence: ReadonlyMap<string, Evidence>;
  /** The person wants no colours, whichever theme was chosen. */
  readonly isColourless: boolean;
}

export type Page = "asks" | "history" | "agents" | "keys";

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Search {
  readonly writing: Writing;
  readonly isOpen: boolean;
}

/** A project or an agent, and how many asks it has. */
export interface Counted {
  readonly filter: Filter;
  readonly count: number;
}

export type Filter = { readonly by: "project" | "agent"; readonly name: string };

/** The form of one ask with what the person wrote beside it. All of it is saved as its draft. */
export interface FormPage {
  readonly form: PromptState;
  readonly askBack: readonly AskBack[];
  /** Why the person declines, as far as it is written. */
  readonly reason: string;
}

export type Dialog =
  | { readonly kind: "reason"; readonly askId: string; readonly writing: Writing }
  | {
      readonly kind: "askBack";
      readonly askId: string;
      readonly questionIndex: number;
      readonly wish: AskBack["kind"];
      readonly writing: Writing;
    }
  | { readonly kind: "cancel"; readonly askId: string }
  | {
      readonly kind: "extend" | "snooze";
      readonly askId: string;
      readonly cursor: number;
      readonly minutes: string;
    }
  /**
   * The filters as they were when the dialog was opened, so that nothing moves under the cursor.
   */
  | { readonly kind: "filter"; readonly cursor: number; readonly filters: readonly Counted[] };

export interface Farewell {
  readonly text: string;
  /** What the person had typed into the ask; empty if nothing. */
  readonly typed: string;
  readonly until: number;
}

export interface Notice {
  readonly text: string;
  readonly isBad: boolean;
  /** Must not be cut short. */
  readonly isWhole: boolean;
  /** An answer was not sent: nothing that matters less takes its place. */
  readonly isUnsent?: boolean;
  /** The ask whose decision nobody had taken yet; the notice goes once somebody has. */
  readonly untakenId?: string;
  readonly until: number;
}

export interface History {
  /** Null until they are read from disk. */
  readonly asks: readonly SettledAsk[] | null;
  readonly search: Search;
  readonly cursor: number;
  readonly top: number;
  readonly openId: string | null;
  readonly scroll: number;
}

export interface AgentsPage {
  /** Null until they are read from the log. */
  readonly lines: readonly AgentLine[] | null;
  readonly cursor: number;
  readonly top: number;
  readonly isWriting: boolean;
  /** The unsent text to each agent. */
  readonly texts: ReadonlyMap<number, Writing>;
}

export type InboxEvent =
  | TerminalInput
  /** The newest asks, before all are read. */
  | { type: "glimpsed"; asks: readonly Ask[] }
  | { type: "listed"; asks: readonly Ask[] }
  | { type: "changed"; id: string; ask: Ask | null }
  | { type: "remembered"; memory: Memory }
  | { type: "rememberedElsewhere"; memory: Memory }
  | { type: "preferred"; interaction: Interaction }
  | { type: "drafted"; id: string; draft: unknown; known: FormPage | undefined }
  | { type: "settledHere"; ask: Ask }
  /** What was decided here has not been taken for a while. */
  | { type: "untaken"; ask: SettledAsk }
  | { type: "settledElsewhere"; ask: SettledAsk }
  | { type: "extended"; ask: Ask }
  | { type: "failed"; id: string | null; message: string }
  | { type: "told"; message: string }
  | { type: "historyRead"; asks: readonly SettledAsk[] }
  | { type: "agentsRead"; lines: readonly AgentLine[] }
  | { type: "textSent"; agentId: number; message: string }
  | { type: "evidence"; id: string; evidence: Evidence }
  | { type: "reader"; markdown: Markdown; highlight: Highlight | null }
  | { type: "resized"; size: Size }
  | { type: "timePassed" };

/** Side effects that the pure model asks for. */
export type Wish =
  /** `known` is the form at that time: if the person has typed since then, the draft is ignored. */
  | { type: "loadDraft"; id: string; known: FormPage | undefined }
  | { type: "saveDraft"; id: string; page: FormPage }
  | { type: "answer"; id: string; reply: Reply }
  | { type: "reject"; id: string; rejection: Rejection }
  | { type: "extend"; id: string; seconds: number | null }
  | { type: "remember"; how: (memory: Memory) => Memory }
  | { type: "prefer"; id: string; change: InteractionChange }
  | { type: "browse"; id: string }
  | { type: "copy"; text: string }
  | { type: "readHistory" }
  | { type: "readAgents" }
  | { type: "sendText"; agentId: number; text: string }
  | { type: "loadHighlighter" }
  | { type: "arrived"; asks: readonly Ask[] }
  | { type: "redraw" }
  | { type: "suspend" }
  | { type: "quit" };

export interface Step {
  readonly state: InboxState;
  readonly wishes: readonly Wish[];
}

export interface Moment {
  readonly now: number;
  readonly text: Messages;
}

export const EMPTY_SEARCH: Search = { writing: { text: "", caret: 0 }, isOpen: false };

export const EMPTY_HISTORY: History = {
  asks: null,
  search: EMPTY_SEARCH,
  cursor: 0,
  top: 0,
  openId: null,
  scroll: 0,
};

export function openInboxState(
  size: Size,
  { isColourless }: { isColourless: boolean },
): InboxState {
  return {
    size,
    asks: new Map(),
    isLoaded: false,
    memory: FRESH_MEMORY,
    interaction: {},
    page: "asks",
    focus: "list",
    selectedId: null,
    top: 0,
    search: EMPTY_SEARCH,
    filter: null,
    showsSnoozed: false,
    forms: new Map(),
    waiting: [],
    dialog: null,
    farewell: null,
    notice: null,
    enterFrom: 0,
    digitsFrom: 0,
    sendingId: null,
    decidedHere: new Set(),
    history: null,
    agents: { lines: null, cursor: 0, top: 0, isWriting: false, texts: new Map() },
    keysScroll: 0,
    keysFrom: "asks",
    markdown: null,
    highlight: null,
    evidence: new Map(),
    isColourless,
  };
}

export function stay(state: InboxState): Step {
  return { state, wishes: [] };
}

export function wishing(state: InboxState, ...wishes: Wish[]): Step {
  return { state, wishes };
}

const NOTICE_MS = 6_000;
const LONG_NOTICE_MS = 30_000;

interface NoticeOptions {
  isBad?: boolean;
  isWhole?: boolean;
  isUnsent?: boolean;
}

export function noticed(
  state: InboxState,
  text: string,
  { now }: Moment,
  { isBad = false, isWhole = isBad, isUnsent = false }: NoticeOptions = {},
): InboxState {
  const until = now + (isWhole ? LONG_NOTICE_MS : NOTICE_MS);
  return { ...state, notice: { text, isBad, isWhole, isUnsent, until } };
}
