/** What the keys of the pane do. */
import { type FormState, isAnswered, progress } from "../../../src/core/ask/form.ts";
import type { ChoicePage } from "../../../src/surfaces/portal/wire.ts";
import { goTo as goToPath } from "../../shared/route.ts";
import type { Aside } from "./aside-panel.tsx";
import type { Choice } from "./choice.ts";
import { useKeys } from "./keys.ts";
import { WANTS_NOTE } from "./option-row.tsx";
import { isRadio } from "./options.tsx";

interface PaneKeysParts {
  choice: Choice;
  form: FormState;
  page: ChoicePage;
  place: { current: HTMLFormElement | null };
  isReadOnly: boolean;
  isBeside: boolean;
  canEdit: boolean;
  goTo(index: number): void;
  aside: Aside | null;
  onAside(aside: Aside): void;
  onNote(): void;
}

const MINUTES_TO_ADD = 5;

/** Gives back what the form's own Enter does. */
export function usePaneKeys(parts: PaneKeysParts): (event: SubmitEvent) => void {
  const { choice, form, page, place, isReadOnly, canEdit, goTo, aside, onAside, onNote } = parts;
  const submit = () => choice.act({ type: "submit" });
  useKeys({ onSubmit: submit, onDigit, onLetter }, parts.isBeside);
  return enter;

  /** Enter on an option goes on to what is not answered; at the end it sends. */
  function enter({ submitter }: SubmitEvent) {
    const { answered, total } = progress(form);
    const isOnOption = document.activeElement?.matches(".option input") === true;
    const isByKey = submitter === null || document.activeElement !== submitter;
    if (total > 1 && isByKey && isOnOption && answered < total) goToNextOpen(form.index);
    else submit();
  }

  function onDigit(digit: number) {
    const { index } = form;
    const question = form.questions[index];
    const option = question?.options[digit - 1];
    const control = controlsOf(index).find((input) => input.dataset["number"] === String(digit));
    if (question === undefined || option === undefined || control === undefined || isReadOnly)
      return;
    control.focus();
    const type = isRadio(question) ? "pick" : "toggle";
    choice.act({ type, questionIndex: index, optionId: option.id });
    if (isRadio(question)) goToNextOpen(index);
  }

  function onLetter(letter: string) {
    if (letter === "y") return void navigator.clipboard?.writeText(page.ask.id);
    if (letter === "a") return goToAgent(page.ask);
    if (letter === "h") return showHidden();
    if (isReadOnly) return;
    const { index } = form;
    const deeds: Record<string, () => void> = {
      j: () => moveOption(1),
      k: () => moveOption(-1),
      t: () => document.getElementById(`question-${index}-text`)?.focus(),
      n: noteOnOption,
      N: onNote,
      i: () => canEdit && choice.edit.begin(),
      e: () => onAside("elaborate"),
      d: () => onAside("rephrase"),
      b: sendBack,
      x: () => onAside("decline"),
      c: choice.cancel,
      z: () => place.current?.querySelector<HTMLElement>("button.snooze")?.click(),
      "[": () => goTo(Math.max(0, index - 1)),
      "]": () => goTo(Math.min(form.questions.length - 1, index + 1)),
      "+": () => void choice.extend((page.remainingSeconds ?? 0) + MINUTES_TO_ADD * 60),
    };
    deeds[letter]?.();
  }

  /** Sends what was begun with e or d; before that it begins. */
  function sendBack() {
    if (aside === "elaborate" || aside === "rephrase") choice.askBack(aside);
    else onAside("elaborate");
  }

  function showHidden() {
    place.current?.querySelector<HTMLElement>("button.hidden-options")?.click();
  }

  function moveOption(step: number) {
    const controls = controlsOf(form.index);
    const at = controls.indexOf(document.activeElement as HTMLInputElement);
    const start = step > 0 ? 0 : controls.length - 1;
    controls[at === -1 ? start : at + step]?.focus();
  }

  /** On the option that has the focus, else on the chosen one. */
  function noteOnOption() {
    if (!page.interaction.offerOptionNotes) return;
    const controls = controlsOf(form.index);
    const control =
      controls.find((one) => one === document.activeElement) ??
      controls.find(({ checked }) => checked) ??
      controls[0];
    control?.dispatchEvent(new Event(WANTS_NOTE));
  }

  /** After a pick, the next question, ready for its digit; after the last, the button for Enter. */
  function goToNextOpen(from: number) {
    const next = choice.state.get().form;
    if (next === null || next.submitted !== null) return;
    const rest = next.questions.map((_, step) => (from + 1 + step) % next.questions.length);
    const open = rest.find((index) => !isAnswered(next, index));
    if (open !== undefined && next.questions.length > 1) return goTo(open);
    place.current?.querySelector<HTMLElement>(".decide-row > button[type=submit]")?.focus();
  }

  function controlsOf(index: number): HTMLInputElement[] {
    const inputs = `#question-${index} input:is([type=radio], [type=checkbox])`;
    return [...(place.current?.querySelectorAll<HTMLInputElement>(inputs) ?? [])];
  }
}

/** Its conversation; all of them where none that is followed has put it. */
function goToAgent({ source }: ChoicePage["ask"]) {
  const id = Number(source.agentId);
  goToPath(Number.isSafeInteger(id) && id > 0 ? `/agents/${id}` : "/agents");
}
