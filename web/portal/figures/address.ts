/** The span and the project in the page's address, and the figures that belong to them. */
import { useEffect, useState } from "preact/hooks";
import type { FiguresPage } from "../../../src/surfaces/portal/records/records-wire.ts";
import { type Failure, failureOf } from "../parts/failure.ts";
import { recordsApi } from "../parts/records-api.ts";

export const SPANS = [7, 14, 90] as const;

export interface FiguresAddress {
  days: number;
  project: string;
}

export function useFigures() {
  const [address, setAddress] = useState(addressNow);
  const [page, setPage] = useState<FiguresPage | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [turn, setTurn] = useState(0);
  const query = queryOf(address);
  const wanted = new URLSearchParams(query).toString();
  useEffect(() => {
    const follow = () => setAddress(addressNow());
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the turn asks again
  useEffect(() => {
    let isShown = true;
    recordsApi.figures(Object.fromEntries(new URLSearchParams(wanted))).then(
      (figures) => {
        if (!isShown) return;
        setPage(figures);
        setFailure(null);
      },
      (error: unknown) => isShown && setFailure(failureOf(error)),
    );
    return () => {
      isShown = false;
    };
  }, [wanted, turn]);
  const refresh = () => setTurn((before) => before + 1);

  function show(change: Partial<FiguresAddress>) {
    const next = { ...address, ...change };
    const { zone: _, ...shown } = queryOf(next);
    history.pushState(null, "", `/figures?${new URLSearchParams(shown)}`);
    setAddress(next);
  }
  return { address, page, failure, setFailure, show, refresh, query };
}

function addressNow(): FiguresAddress {
  const given = new URLSearchParams(location.search);
  const days = Number(given.get("days") ?? 14);
  const isKnown = (SPANS as readonly number[]).includes(days);
  return { days: isKnown ? days : 14, project: given.get("project") ?? "" };
}

/** Days begin at midnight where the person is, not where the hub is. */
function queryOf({ days, project }: FiguresAddress): Record<string, string> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    days: String(days),
    ...(project === "" ? {} : { project }),
    ...(timeZone === undefined ? {} : { zone: timeZone }),
  };
}
