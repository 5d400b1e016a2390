/** Unsent words to an agent, saved in this browser with every key. */
import { useState } from "preact/hooks";
import { keep, recall } from "../shared/memory.ts";

/** `place` is the id of an agent or an ask, or `anybody` for words that the hub assigns to an agent. */
export function useDraft(place: number | string): [string, (text: string) => void] {
  const key = `askline:voice:draft:${place}`;
  const [draft, setDraft] = useState(() => {
    const kept = recall(key);
    return typeof kept === "string" ? kept : "";
  });
  return [
    draft,
    (text) => {
      setDraft(text);
      keep(key, text === "" ? null : text);
    },
  ];
}
