/** Changes a call before it is allowed: the text as typed, and the hub's judgement of it. */
import type { Evidence } from "../../../src/agents/dialogs/evidence/evidence.ts";
import type { CallInput } from "../../../src/core/ask/edited-call.ts";
import type { Locale } from "../../../src/core/locale.ts";
import type { Store } from "../../shared/store.ts";
import { api } from "../parts/api.ts";
import type { ChoiceState } from "./choice.ts";

export interface Editing {
  text: string;
  /** What the changed call would do; null while it is judged, and for what is no input. */
  evidence: Evidence | null;
  /** The text is no input that the call could have. */
  isBroken: boolean;
}

export interface CallEditor {
  begin(): void;
  end(): void;
  type(text: string, locale: Locale): void;
  /** The call as it stands; null where it is broken, or nothing is changed. */
  input(): CallInput | null;
}

const PAUSE_MS = 250;

export function createCallEditor(id: string, state: Store<ChoiceState>): CallEditor {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return { begin, end, type, input };

  function begin() {
    const text = textOf(state.get());
    if (text !== null) state.set({ editing: { text, evidence: null, isBroken: false } });
  }

  function end() {
    clearTimeout(timer);
    state.set({ editing: null });
  }

  function type(text: string, locale: Locale) {
    state.set({ editing: { text, evidence: null, isBroken: false } });
    clearTimeout(timer);
    const edited = inputOf(state.get(), text);
    if (edited === null) return state.set({ editing: { text, evidence: null, isBroken: true } });
    timer = setTimeout(() => void judge(text, edited, locale), PAUSE_MS);
  }

  async function judge(text: string, edited: CallInput, locale: Locale) {
    const reply = await api.judge(id, locale, { input: { ...edited } }).catch(() => null);
    const { editing } = state.get();
    if (editing?.text === text)
      state.set({ editing: { ...editing, evidence: reply?.evidence ?? null } });
  }

  function input(): CallInput | null {
    const { editing } = state.get();
    if (editing === null || editing.text === textOf(state.get())) return null;
    return inputOf(state.get(), editing.text);
  }
}

/** What is edited, as the agent asked for it; null where the client takes no change. */
export function textOf({ page }: Pick<ChoiceState, "page">): string | null {
  const { dialog, presentation } = page?.ask ?? {};
  if (dialog === undefined || presentation?.editable === undefined) return null;
  const { field } = presentation.editable;
  return field === null ? JSON.stringify(dialog.input, null, 2) : String(dialog.input[field] ?? "");
}

function inputOf({ page }: ChoiceState, text: string): CallInput | null {
  const { dialog, presentation } = page?.ask ?? {};
  const field = presentation?.editable?.field;
  if (dialog === undefined || field === undefined) return null;
  if (field !== null) return text.trim() === "" ? null : { ...dialog.input, [field]: text };
  try {
    const parsed: unknown = JSON.parse(text);
    const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
    return isObject ? (parsed as CallInput) : null;
  } catch {
    return null;
  }
}
