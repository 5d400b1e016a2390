/** A small square with a letter for the program that asks. A script, which has no name, has a "$". */

const CLIENTS: [RegExp, string][] = [
  [/^claude/i, "C"],
  [/^codex/i, "X"],
  [/^gemini/i, "G"],
  [/^opencode/i, "O"],
  [/^cursor/i, "U"],
  [/^(vs |visual studio )?code$|^vscode/i, "V"],
];

interface AgentTileProps {
  /** The client's name, or its key. */
  client: string;
  /** What gives the letter of a client that has none of its own. */
  name?: string | undefined;
}

export function AgentTile({ client, name = "" }: AgentTileProps) {
  const known = CLIENTS.find(([pattern]) => pattern.test(client))?.[1];
  return (
    <span class="tile" data-client={known} aria-hidden="true">
      {known ?? [...name][0]?.toUpperCase() ?? "$"}
    </span>
  );
}
