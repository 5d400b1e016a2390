/** The agent of a question. Its script is loaded where an agent may have asked, after the question. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Ask } from "../../../src/core/ask/ask.ts";

type Part = ComponentType<{ askId: string }>;

let loaded: { AgentBeside: Part; AgentFolded: Part } | null = null;

interface LazyAgentProps {
  ask: Pick<Ask, "id" | "source">;
  /** One line, to be unfolded. */
  isFolded: boolean;
}

export function LazyAgent({ ask: { id, source }, isFolded }: LazyAgentProps) {
  const [parts, setParts] = useState(loaded);
  const mayHaveOne = source.client !== undefined || FROM_AGENTS.includes(source.kind);
  useEffect(() => {
    if (!mayHaveOne || parts !== null) return;
    import("./agent-beside.tsx").then(
      (found) => {
        loaded = found;
        setParts(found);
      },
      () => undefined,
    );
  }, [mayHaveOne, parts]);
  if (!mayHaveOne || parts === null) return null;
  const Shown = isFolded ? parts.AgentFolded : parts.AgentBeside;
  return <Shown askId={id} />;
}

const FROM_AGENTS = ["mcp", "hook", "agent"];
