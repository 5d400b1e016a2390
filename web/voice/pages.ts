/**
 * The pages beside the list. The list is what a phone opens; the others are loaded when they are
 * shown, or right after the first page is drawn: without a network they open too.
 */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Place } from "./place.ts";

interface Pages {
  agents: ComponentType;
  agent: ComponentType<{ agentId: number }>;
  question: ComponentType<{ place: Place }>;
}

const LOAD: { [Name in keyof Pages]: () => Promise<Pages[Name]> } = {
  agents: async () => (await import("./agents-view.tsx")).AgentsView,
  agent: async () => (await import("./conversation-view.tsx")).ConversationView,
  question: async () => (await import("./question-view.tsx")).QuestionView,
};

const loaded: Partial<Pages> = {};

/** Null for as long as the page's own script is on its way. */
export function usePage<Name extends keyof Pages>(name: Name): Pages[Name] | "failed" | null {
  const [state, setState] = useState<"loading" | "loaded" | "failed">("loading");
  useEffect(() => {
    if (loaded[name] !== undefined) return;
    load(name).then(
      () => setState("loaded"),
      () => setState("failed"),
    );
  }, [name]);
  return loaded[name] ?? (state === "failed" ? "failed" : null);
}

async function load<Name extends keyof Pages>(name: Name) {
  const view: Pages[Name] = await LOAD[name]();
  loaded[name] = view;
}

/** Also what the settings hold. One that fails is loaded when it is shown. */
export function loadTheOthers() {
  const others = () => {
    for (const one of [...Object.values(LOAD), () => import("./settings-sections.tsx")])
      void one().catch(() => undefined);
  };
  if (document.readyState === "complete") setTimeout(others);
  else addEventListener("load", () => setTimeout(others), { once: true });
}
