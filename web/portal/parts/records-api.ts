/** The calls of history and figures: past decisions found, counted, and saved as a file. */
import type {
  FiguresPage,
  HistoryNames,
  HistoryPage,
} from "../../../src/surfaces/portal/records/records-wire.ts";
import { keyHeader } from "../../shared/page-key.ts";
import { call, RefusedError, Unreachable } from "./api.ts";

type Query = Record<string, string>;

export const recordsApi = {
  history: (query: Query) => call<HistoryPage>("GET", withQuery("/api/history", query)),
  names: () => call<HistoryNames>("GET", "/api/history/names"),
  figures: (query: Query) => call<FiguresPage>("GET", withQuery("/api/figures", query)),
  saveHistory: (query: Query) => save(withQuery("/api/history.csv", query), "askline-history.csv"),
  saveFigures: (query: Query) => save(withQuery("/api/figures.csv", query), "askline-figures.csv"),
};

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams(query).toString();
  return search === "" ? path : `${path}?${search}`;
}

/** A plain link could not carry the key that opens the API. */
async function save(path: string, fileName: string): Promise<void> {
  const response = await fetch(path, { headers: keyHeader(), credentials: "same-origin" }).catch(
    (cause: unknown) => {
      throw new Unreachable("No answer came.", { cause });
    },
  );
  if (!response.ok)
    throw new RefusedError(response.status, {
      error: { code: `http_${response.status}`, message: "", suggestion: "" },
    });
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads the file a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
