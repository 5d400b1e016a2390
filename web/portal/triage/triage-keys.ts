/** Which key does what in the list; `docs/guide.md` has the table. */
import type { RefObject } from "preact";
import { choicePath, goTo } from "../../shared/route.ts";
import { NAV } from "../parts/nav.ts";
import type { Actions } from "./actions.ts";
import type { AddressBar } from "./address.ts";
import { type PressedKey, useListKeys } from "./keys.ts";
import type { List } from "./list.ts";
import { placeOf } from "./row-window.ts";

interface TriageKeys {
  list: List;
  bar: AddressBar;
  current: string | null;
  hasPane: boolean;
  actions: Actions;
  searchField: RefObject<HTMLInputElement | null>;
}

const DIGITS_REST_MS = 350;

export function useTriageKeys({ list, bar, current, hasPane, actions, searchField }: TriageKeys) {
  useListKeys((key) => {
    if (key.isInField) return leaveField(key);
    const isInPane = key.event.target instanceof Node && isIn(".pane", key.event.target);
    const isAlone = !hasPane && bar.address.ask !== null;
    return anywhere(key) || (isInPane || isAlone ? inQuestion(key) : inList(key));
  });

  /** A field is left before anything else; in the search field the words go first. */
  function leaveField({ event }: PressedKey): boolean {
    const field = event.target as HTMLElement;
    if (isIn(".selection, dialog", field)) return false;
    if (field === searchField.current && bar.address.q !== "") bar.change({ q: "" });
    field.blur();
    if (isIn(".pane", field)) document.getElementById("question")?.focus();
    else actions.focusCurrent();
    return true;
  }

  function anywhere({ name }: PressedKey): boolean {
    switch (name) {
      case "u":
        return actions.undo();
      case "/":
        searchField.current?.focus();
        return searchField.current !== null;
      case "f":
        openFilter();
        return true;
      case "s":
        document
          .querySelector<HTMLElement>(".bar-aside button.icon[aria-haspopup=dialog]")
          ?.click();
        return true;
      case "Z":
        actions.toggleSnoozed();
        return true;
      case "o":
        if (current !== null) goTo(choicePath(current));
        return current !== null;
      case "y":
        void actions.copyId();
        return true;
      case ".":
        list.showNew();
        return true;
      default:
        return false;
    }
  }

  /** The other keys are the question's own. */
  function inQuestion({ name, event }: PressedKey): boolean {
    switch (name) {
      case "[":
      case "]":
        actions.step(name === "]" ? 1 : -1, false);
        return true;
      case "Escape":
        if (event.defaultPrevented) return false;
        actions.backToList();
        return true;
      default:
        return false;
    }
  }

  function inList({ name, event }: PressedKey): boolean {
    const isOnButton =
      event.target instanceof HTMLElement && event.target.matches("button, summary");
    if (/^[1-9]$/.test(name)) return digit(Number(name), event);
    switch (name) {
      case "j":
      case "ArrowDown":
        actions.step(1);
        return true;
      case "k":
      case "ArrowUp":
        actions.step(-1);
        return true;
      case "Enter":
        if (isOnButton || current === null) return false;
        actions.open(current);
        return true;
      case " ":
        if (isOnButton || current === null) return false;
        actions.toggle(current);
        return true;
      case "t":
      case "n":
      case "N":
        actions.askMore(name);
        return true;
      case "a":
        return goToPage("agents");
      case "h":
        return goToPage("history");
      case "z":
        if (actions.subject.length > 0) actions.setBar("snooze");
        return true;
      case "x":
        if (actions.subject.length > 0) actions.setBar("decline");
        return true;
      case "c":
        actions.cancel();
        return true;
      case "+":
        actions.extend();
        return true;
      case "=":
        if (actions.marked.size > 0) actions.setBar("same");
        return actions.marked.size > 0;
      case "Escape":
        return clearOne();
      default:
        return false;
    }
  }

  function digit(number: number, event: KeyboardEvent): boolean {
    if (event.repeat || event.timeStamp - actions.movedAt.current < DIGITS_REST_MS) return true;
    const now = list.state.get();
    const row = now.rows[placeOf(now, current)];
    if (row === undefined || now.gone.has(row.id)) return true;
    const option = row.options[number - 1];
    if (option !== undefined) actions.pick(row.id, option.id);
    else if (row.questions > 1) actions.open(row.id);
    return true;
  }

  /** Clears the selection, then what is searched for, then the filters. */
  function clearOne(): boolean {
    const { q, project, agent, kind, snoozed } = bar.address;
    if (actions.clear()) return true;
    if (q !== "") bar.change({ q: "" });
    else if (project !== "" || agent !== "" || kind !== "all" || snoozed)
      bar.change({ project: "", agent: "", kind: "all", snoozed: false });
    else return false;
    return true;
  }
}

function goToPage(name: (typeof NAV)[number]["label"]): boolean {
  const page = NAV.find(({ label }) => label === name);
  if (page !== undefined) goTo(page.to);
  return page !== undefined;
}

function openFilter() {
  document.querySelector<HTMLElement>(".filter-button[aria-expanded=false]")?.click();
  requestAnimationFrame(() => document.querySelector<HTMLElement>(".filters select")?.focus());
}

function isIn(selector: string, target: Node): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
