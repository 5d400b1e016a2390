/** Above the list: how many are open, in which order, and what is looked for. */
import type { Ref } from "preact";
import { useState } from "preact/hooks";
import type {
  RowGroup,
  RowKindFilter,
  RowSort,
} from "../../../src/surfaces/portal/rows/row-wire.ts";
import { Icon } from "../../shared/icons.tsx";
import { snoozeWords } from "../../shared/snooze.ts";
import { useText } from "../parts/messages.ts";
import { triageWords } from "../parts/triage-words.ts";
import type { Address } from "./address.ts";
import { useWidth } from "./width.ts";

interface ListHeadProps {
  address: Address;
  group: RowGroup;
  open: number;
  snoozed: number;
  projects: string[];
  agents: string[];
  searchField: Ref<HTMLInputElement>;
  onChange(change: Partial<Address>): void;
}

export function ListHead(props: ListHeadProps) {
  const { address, group, open, snoozed, projects, agents, searchField, onChange } = props;
  const text = useText();
  const say = triageWords(text.locale);
  const [isOpen, setOpen] = useState(false);
  const isFiltering = isOpen || address.project !== "" || address.agent !== "";
  const width = useWidth();
  // Where there is little room, they are behind the filter button.
  const isGroupFolded = width === "two" || width === "phone";
  const isSortFolded = width === "phone";
  const grouping = (
    <Choice
      label={say.groupsName}
      value={group}
      choices={say.groups}
      onChange={(chosen: RowGroup) => onChange({ group: chosen })}
    />
  );
  const sorting = (
    <Choice
      label={say.sortsName}
      value={address.sort}
      choices={say.sorts}
      onChange={(sort: RowSort) => onChange({ sort })}
    />
  );
  return (
    <div class="list-head">
      <div class="line">
        <h1 id="list-title" tabIndex={-1}>
          {say.title} <span class="count">{open}</span>
        </h1>
        <span class="grow" />
        {(snoozed > 0 || address.snoozed) && (
          <button
            type="button"
            class="quiet small snoozed-toggle"
            aria-pressed={address.snoozed}
            aria-label={snoozeWords(text.locale).show(snoozed)}
            onClick={() => onChange({ snoozed: !address.snoozed, ask: null })}
          >
            <Icon name="moon" /> {snoozed}
          </button>
        )}
        <button
          type="button"
          class="icon filter-button"
          aria-label={say.filter}
          aria-expanded={isFiltering}
          onClick={() => setOpen(!isFiltering)}
        >
          <Icon name="filter" />
        </button>
        {!isGroupFolded && grouping}
        {!isSortFolded && sorting}
      </div>
      <search class="line">
        <span class="search-field grow">
          <Icon name="search" />
          <label for="search" class="unseen">
            {say.search}
          </label>
          <input
            id="search"
            ref={searchField}
            type="search"
            placeholder={say.search}
            title={text.dashboard.searchHint}
            dir="auto"
            value={address.q}
            onInput={(event) => onChange({ q: event.currentTarget.value })}
          />
          <kbd>/</kbd>
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame around three buttons. */}
        <span class="kinds" role="group" aria-label={say.kindsName}>
          {Object.entries<string>(say.kinds).map(([kind, word]) => (
            <button
              key={kind}
              type="button"
              aria-pressed={address.kind === kind}
              onClick={() => onChange({ kind: kind as RowKindFilter })}
            >
              {word}
            </button>
          ))}
        </span>
      </search>
      {isFiltering && (
        <div class="line filters">
          {isGroupFolded && grouping}
          {isSortFolded && sorting}
          <Names
            label={text.dashboard.project}
            all={text.dashboard.allProjects}
            names={projects}
            value={address.project}
            onChange={(project) => onChange({ project })}
          />
          <Names
            label={say.agent}
            all={say.allAgents}
            names={agents}
            value={address.agent}
            onChange={(agent) => onChange({ agent })}
          />
        </div>
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  choices: Record<Value, string>;
  onChange(value: Value): void;
}

function Choice<Value extends string>({ label, value, choices, onChange }: ChoiceProps<Value>) {
  return (
    <select
      class="plain-select"
      aria-label={label}
      value={value}
      // Only the options below can be selected.
      onChange={(event) => onChange(event.currentTarget.value as Value)}
    >
      {Object.entries<string>(choices).map(([choice, word]) => (
        <option key={choice} value={choice}>
          {word}
        </option>
      ))}
    </select>
  );
}

interface NamesProps {
  label: string;
  all: string;
  names: string[];
  value: string;
  onChange(value: string): void;
}

/** One that was chosen stays a choice, though its last question may be gone. */
function Names({ label, all, names, value, onChange }: NamesProps) {
  const known = value === "" || names.includes(value) ? names : [value, ...names];
  return (
    <select
      class="plain-select"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{all}</option>
      {known.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  );
}
