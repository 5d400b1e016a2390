/**
 * Callers of the MCP tools that wait for an answer and that no hook or transcript tells of. They
 * are listed with the agents while they wait.
 */
import type { AgentLine } from "../agents/roster.ts";
import type { Ask } from "../core/ask/ask.ts";
import { askerName, clientName } from "../core/names.ts";
import type { Desk } from "../desk/desk.ts";

/** An agent of the log has a number and its session's id; such a caller has only its name. */
export type WaitingCaller = Omit<AgentLine, "id" | "client" | "sessionId"> & {
  id: null;
  client: string;
  sessionId: null;
};

export async function waitingCallers(
  desk: Pick<Desk, "find">,
  known: readonly AgentLine[],
): Promise<WaitingCaller[]> {
  const asks = await desk.find({ status: "pending", isHeld: true });
  return asks.filter((ask) => isCall(ask) && !known.some((line) => isOf(ask, line))).map(lineOf);
}

function isCall({ source, owner }: Ask): boolean {
  return source.kind === "mcp" && owner?.mode === "blocking";
}

/** The agent in whose own line the question shows. */
function isOf({ source }: Ask, { client, workingDirectory }: AgentLine): boolean {
  const isSameClient = clientName(askerName(source)) === clientName(client);
  return isSameClient && source.workingDirectory === workingDirectory;
}

function lineOf({ source, questions, createdAt }: Ask): WaitingCaller {
  return {
    ...{ id: null, client: askerName(source), sessionId: null },
    ...{ project: source.project ?? "", workingDirectory: source.workingDirectory ?? "" },
    ...{ state: "AWAITING_INPUT", stateSince: createdAt, failure: null, task: null },
    question: questions[0]?.title ?? questions[0]?.prompt ?? null,
    ...{ lastSeenAt: createdAt, startedAt: createdAt },
  };
}
