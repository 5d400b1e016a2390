/** The first line of the screen: how many asks are open, and what narrows the list. */
import { safeLine } from "../../core/safety/safe-text.ts";
import { type Line, styled } from "../../terminal/text/style.ts";
import { fitLine, lineWidth } from "../../terminal/text/wrap.ts";
import { filterName, snoozedCount } from "./model/asks.ts";
import { foundIn } from "./model/history-search.ts";
import type { InboxState, Moment } from "./model/state.ts";

export function headerLine(state: InboxState, width: number, moment: Moment): Line {
  const { text } = moment;
  const titled = (title: string) => fitLine([NAME, { text: `${AFTER_NAME}${title}` }], width);
  if (state.page === "keys") return titled(text.keysTitle);
  if (state.page === "agents") return titled(text.agentsTitle(state.agents.lines?.length ?? 0));
  if (state.page === "history") {
    return titled(text.historyTitle(state.history === null ? 0 : foundIn(state.history).length));
  }
  return listHeader(partsFor(state, moment), width);
}

const NAME = styled("askline", "bold", "cyan");
const AFTER_NAME = "  ";
const BETWEEN = styled(" · ", "dim");

interface Parts {
  readonly name: Line;
  readonly open: Line;
  readonly urgent: Line;
  readonly snoozed: Line;
  readonly filter: Line;
  readonly search: Line;
  readonly bell: Line;
  readonly order: Line;
}

/** A part with nothing to say is empty. */
function partsFor(state: InboxState, { now, text }: Moment): Parts {
  const { asks, isLoaded, filter, search, memory } = state;
  const urgent = isLoaded
    ? [...asks.values()].filter(({ urgency }) => urgency === "high").length
    : 0;
  const snoozed = isLoaded ? snoozedCount(state, now) : 0;
  const isSearched = search.writing.text !== "" && !search.isOpen;
  return {
    name: [NAME],
    open: isLoaded ? [{ text: text.open(asks.size) }] : [],
    urgent: urgent === 0 ? [] : [styled(text.urgentCount(urgent), "red")],
    snoozed: snoozed === 0 ? [] : [styled(text.snoozedCount(snoozed), "dim")],
    filter: filter === null ? [] : [styled(filterName(filter, text), "magenta")],
    search: isSearched ? [styled(`/${safeLine(search.writing.text)}`, "magenta")] : [],
    bell: memory.notifies ? [] : [styled(text.bellOff, "dim")],
    order: [styled(text.order[memory.order], "dim")],
  };
}

// Filter and search stay: a person who does not see what narrows the list misses asks.
const DROPPED_FIRST = ["order", "bell", "name", "snoozed", "urgent"] as const;

function listHeader(all: Parts, width: number): Line {
  let parts = all;
  for (const part of DROPPED_FIRST) {
    if (freeIn(parts, width) >= 0) break;
    parts = { ...parts, [part]: [] };
  }
  const right = rightOf(parts);
  if (right.length === 0) return fitLine(leftOf(parts), width);
  return [...leftOf(parts), { text: " ".repeat(freeIn(parts, width) + GAP) }, ...right];
}

const GAP = 2;

function freeIn(parts: Parts, width: number): number {
  const right = lineWidth(rightOf(parts));
  return width - lineWidth(leftOf(parts)) - right - (right === 0 ? 0 : GAP);
}

function leftOf({ name, open, urgent, snoozed, filter, search }: Parts): Line {
  const counts = joined([open, urgent, snoozed, filter, search]);
  return name.length === 0 ? counts : [...name, { text: AFTER_NAME }, ...counts];
}

function rightOf({ bell, order }: Parts): Line {
  return joined([bell, order]);
}

function joined(lines: readonly Line[]): Line {
  return lines
    .filter(({ length }) => length > 0)
    .flatMap((line, index) => (index === 0 ? line : [BETWEEN, ...line]));
}
