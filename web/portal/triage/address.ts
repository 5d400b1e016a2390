/**
 * What the list shows, as its address says it, so that a link, a reload and the way back find the
 * same rows and the same question.
 */
import { useEffect, useState } from "preact/hooks";
import type {
  RowGroup,
  RowKindFilter,
  RowSort,
} from "../../../src/surfaces/portal/rows/row-wire.ts";

export interface Address {
  project: string;
  agent: string;
  kind: RowKindFilter;
  q: string;
  /** Only what is put off, instead of the rest. */
  snoozed: boolean;
  sort: RowSort;
  /** Null where the width decides. */
  group: RowGroup | null;
  /** The question that is open. */
  ask: string | null;
  /** Ids of those that are selected to be answered at once. */
  selected: readonly string[];
}

// More make an address longer than some programs keep.
const MOST_SELECTED = 40;

const SORTS: readonly string[] = ["deadline", "urgency", "newest"] satisfies RowSort[];
const GROUPS: readonly string[] = ["none", "project", "agent", "time"] satisfies RowGroup[];
const KINDS: readonly string[] = ["all", "permissions", "questions"] satisfies RowKindFilter[];

export function readAddress(search: string): Address {
  const given = new URLSearchParams(search);
  const oneOf = <Name extends string>(
    name: string,
    names: readonly string[],
    usual: Name,
  ): Name => {
    const value = given.get(name) ?? "";
    return names.includes(value) ? (value as Name) : usual; // The line before has looked.
  };
  return {
    project: given.get("project") ?? "",
    agent: given.get("agent") ?? "",
    kind: oneOf<RowKindFilter>("kind", KINDS, "all"),
    q: given.get("q") ?? "",
    snoozed: given.has("snoozed"),
    sort: oneOf<RowSort>("sort", SORTS, "deadline"),
    group: GROUPS.includes(given.get("group") ?? "")
      ? oneOf<RowGroup>("group", GROUPS, "none")
      : null,
    ask: given.get("ask"),
    selected: (given.get("selected") ?? "").split(",").filter(Boolean).slice(0, MOST_SELECTED),
  };
}

export function wordAddress(address: Address): string {
  const { project, agent, kind, q, snoozed, sort, group, ask, selected } = address;
  const said = {
    ...(project !== "" && { project }),
    ...(agent !== "" && { agent }),
    ...(kind !== "all" && { kind }),
    ...(q !== "" && { q }),
    ...(snoozed && { snoozed: "1" }),
    ...(sort !== "deadline" && { sort }),
    ...(group !== null && { group }),
    ...(ask !== null && { ask }),
    ...(selected.length > 0 && { selected: selected.join(",") }),
  };
  // A comma may stand in an address as it is, which is shorter.
  const words = new URLSearchParams(said).toString().replaceAll("%2C", ",");
  return words === "" ? "/" : `/?${words}`;
}

export interface AddressBar {
  address: Address;
  /** `isStep` when the way back should lead to where the person is now. */
  change(change: Partial<Address>, isStep?: boolean): void;
}

export function useAddress(): AddressBar {
  const [address, setAddress] = useState(() => readAddress(location.search));
  useEffect(() => {
    const follow = () => setAddress(readAddress(location.search));
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  return { address, change };

  function change(changes: Partial<Address>, isStep = false) {
    const next = { ...readAddress(location.search), ...changes };
    const words = wordAddress(next);
    if (words !== location.pathname + location.search)
      history[isStep ? "pushState" : "replaceState"](null, "", words);
    setAddress(next);
  }
}
