/** The search, the filters that are set, and a folded form to set others. */
import { useRef, useState } from "preact/hooks";
import { ASK_KINDS } from "../../../src/core/records/ask-kind.ts";
import { useText } from "../parts/messages.ts";
import { type Address, FILTER_KEYS, type FilterKey } from "./address.ts";
import { dayOf, inDays } from "./days.ts";
import type { History, HistoryState } from "./history.ts";
import { type HistoryWords, historyWords } from "./messages.ts";

interface FilterBarProps {
  history: History;
  state: HistoryState;
}

export function FilterBar({ history, state }: FilterBarProps) {
  const { locale } = useText();
  const say = historyWords(locale);
  const { filter, found } = state;
  const isNarrowed = Object.keys(filter).length > 0;
  const set = (key: FilterKey | "q", value: string, how: "push" | "replace" = "push") =>
    history.show({ filter: withValue(filter, key, value) }, how);
  return (
    <search class="history-search">
      <label class="history-field">
        <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM10.5 10.5l3.25 3.25" />
        </svg>
        <span class="unseen">{say.search}</span>
        <input
          type="search"
          id="history-search"
          placeholder={say.searchHint}
          value={filter.q ?? ""}
          onInput={(event) => set("q", event.currentTarget.value, "replace")}
        />
        <span class="found" role="status">
          {isNarrowed && found !== null ? say.found(found) : ""}
        </span>
      </label>
      <div class="chosen-filters">
        {FILTER_KEYS.filter((key) => filter[key] !== undefined).map((key) => {
          const words = `${say.filters[key]}: ${valueInWords(key, filter[key] ?? "", say, locale)}`;
          return (
            <button
              key={key}
              type="button"
              class="filter-chip"
              aria-label={say.remove(words)}
              onClick={() => set(key, "")}
            >
              <bdi>{words}</bdi>
              <svg class="i" viewBox="0 0 16 16" aria-hidden="true">
                <path d="m4 4 8 8M12 4l-8 8" />
              </svg>
            </button>
          );
        })}
        <MoreFilters history={history} state={state} say={say} onSet={set} />
      </div>
    </search>
  );
}

interface MoreFiltersProps extends FilterBarProps {
  say: HistoryWords;
  onSet(key: FilterKey, value: string): void;
}

function MoreFilters({ history, state, say, onSet }: MoreFiltersProps) {
  const place = useRef<HTMLDetailsElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { names, filter } = state;
  const lists: Partial<Record<FilterKey, readonly string[] | undefined>> = {
    ...{ project: names?.projects, agent: names?.agents, who: names?.people },
    ...{ where: names?.places, kind: ASK_KINDS },
    ...{ result: Object.keys(say.results), by: Object.keys(say.byNames) },
  };
  return (
    <details
      class="more-filters"
      ref={place}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
        if (event.currentTarget.open) void history.loadNames();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen || place.current === null) return;
        event.stopPropagation();
        place.current.open = false;
        place.current.querySelector("summary")?.focus();
      }}
    >
      <summary>{say.addFilter}</summary>
      <div class="filter-form">
        {FILTER_KEYS.map((key) =>
          key === "since" || key === "until" ? (
            <label key={key}>
              <span>{say.filters[key]}</span>
              <input
                type="date"
                value={filter[key] === undefined ? "" : dayOf(filter[key] ?? "")}
                onChange={(event) => onSet(key, beginOf(event.currentTarget.value))}
              />
            </label>
          ) : (
            <Choice
              key={key}
              name={key}
              say={say}
              value={filter[key] ?? ""}
              values={lists[key] ?? []}
              onSet={onSet}
            />
          ),
        )}
      </div>
    </details>
  );
}

interface ChoiceProps {
  name: FilterKey;
  say: HistoryWords;
  value: string;
  values: readonly string[];
  onSet(key: FilterKey, value: string): void;
}

function Choice({ name, say, value, values, onSet }: ChoiceProps) {
  const { locale } = useText();
  const all = value === "" || values.includes(value) ? values : [value, ...values];
  return (
    <label>
      <span>{say.filters[name]}</span>
      <select value={value} onChange={(event) => onSet(name, event.currentTarget.value)}>
        <option value="">{say.any}</option>
        {all.map((one) => (
          <option key={one} value={one}>
            {valueInWords(name, one, say, locale)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function withValue(
  filter: Address["filter"],
  key: FilterKey | "q",
  value: string,
): Address["filter"] {
  const { [key]: _, ...rest } = filter;
  return value === "" ? rest : { ...rest, [key]: value };
}

function valueInWords(
  key: FilterKey,
  value: string,
  say: HistoryWords,
  locale: Parameters<typeof inDays>[1],
): string {
  const named: Partial<Record<FilterKey, Record<string, string>>> = {
    ...{ kind: say.kindOf, result: say.results, by: say.byNames },
  };
  if (key === "where") return say.place(value);
  if (key === "since" || key === "until")
    return Number.isNaN(Date.parse(value)) ? value : inDays(dayOf(value), locale);
  return named[key]?.[value] ?? value;
}

/** The first moment of a day here; empty for no day. */
function beginOf(day: string): string {
  return day === "" ? "" : new Date(`${day}T00:00`).toISOString();
}
