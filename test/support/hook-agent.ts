/**
 * An agent as its hooks show it, with the contract of the real client: a permission request runs
 * while the dialog is on the screen, the first answer wins, a late reply is ignored, and Escape
 * kills the hook. With a status file it also writes down whether it waits for its person.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { dirname } from "node:path";

export interface HookAgentOptions {
  url: string;
  token: string;
  sessionId: string;
  cwd: string;
  transcriptPath?: string;
  client?: string;
  statusPath?: string;
}

export type Status = "busy" | "waiting" | "idle";

export interface DialogOptions {
  suggestions?: unknown[];
  toolUseId?: string;
  /** Resolves when the tool has run; it starts once it is allowed. */
  runs?: Promise<void>;
}

export interface Posted {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: replies have every shape
  body: any;
}

export type Ending =
  | { by: "hook"; decision: Decision }
  | { by: "terminal"; input: Record<string, unknown> | null }
  | { by: "escape" }
  | { by: "nobody" };

export interface Decision {
  behavior: "allow" | "deny";
  message?: string;
  updatedInput?: Record<string, unknown>;
  updatedPermissions?: unknown[];
}

export interface OpenDialog {
  /** How the dialog ended: the first answer wins. */
  ended: Promise<Ending>;
  /** Resolves when the hook itself is over, ignored or not. */
  hookEnded: Promise<Posted | null>;
  /** The person at the agent's terminal decides; null is a plain yes. */
  answerInTerminal(input?: Record<string, unknown> | null): void;
  pressEscape(): void;
}

export type HookAgent = ReturnType<typeof startHookAgent>;

/**
 * For a tool that needs a visible decision, the client accepts an allow only if it
 * brings the input with it.
 */
function isHeeded(toolName: string, { behavior, updatedInput }: Decision): boolean {
  return (
    behavior === "deny" ||
    updatedInput !== undefined ||
    !["AskUserQuestion", "ExitPlanMode"].includes(toolName)
  );
}

let calls = 0;

function newToolUseId(): string {
  calls += 1;
  return `toolu_${calls}`;
}

export function startHookAgent(options: HookAgentOptions) {
  const { sessionId, cwd, client = "claude-code" } = options;
  const common = { session_id: sessionId, transcript_path: options.transcriptPath ?? null, cwd };
  let waiting = 0;
  return { post, postRaw, openDialog, writeStatus, sessionId, common };

  function writeStatus(status: Status) {
    if (options.statusPath === undefined) return;
    mkdirSync(dirname(options.statusPath), { recursive: true });
    writeFileSync(
      options.statusPath,
      JSON.stringify({ pid: process.pid, sessionId, status, updatedAt: Date.now() }),
    );
  }

  /** Posts any hook, with the fields that all of them have. */
  function post(
    event: string,
    payload: Record<string, unknown> = {},
    signal?: AbortSignal,
  ): Promise<Posted> {
    return postRaw(
      event,
      JSON.stringify({ ...common, hook_event_name: event, ...payload }),
      {},
      signal,
    );
  }

  function postRaw(
    event: string,
    body: string,
    headers: Record<string, string> = {},
    signal?: AbortSignal,
  ) {
    return new Promise<Posted>((resolve, reject) => {
      const call = request(`${options.url}/hook/${event}`, {
        method: "POST",
        agent: false,
        headers: {
          ...{ authorization: `Bearer ${options.token}`, "content-type": "application/json" },
          ...{ "x-askline-client": client, ...headers },
        },
        ...(signal && { signal }),
      });
      call.on("error", reject);
      call.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (chunk) => (text += chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text || "null") }),
        );
      });
      call.end(body);
    });
  }

  /**
   * Reports the tool's end as the real client does: with its input as it was used, and
   * nothing at all on Escape.
   */
  async function openDialog(
    toolName: string,
    input: Record<string, unknown>,
    { suggestions = [], toolUseId = newToolUseId(), runs = Promise.resolve() }: DialogOptions = {},
  ): Promise<OpenDialog> {
    const tool = { tool_name: toolName, tool_input: input };
    await post("PreToolUse", { ...tool, tool_use_id: toolUseId });
    const kill = new AbortController();
    let end: (ending: Ending) => void = () => undefined;
    let isOver = false;
    const first = new Promise<Ending>((resolve) => {
      end = (ending) => {
        if (isOver) return;
        isOver = true;
        waiting -= 1;
        writeStatus(waiting > 0 ? "waiting" : ending.by === "escape" ? "idle" : "busy");
        resolve(ending);
      };
    });
    waiting += 1;
    writeStatus("waiting");
    const hookEnded = post(
      "PermissionRequest",
      { ...tool, permission_suggestions: suggestions },
      kill.signal,
    ).then(
      (posted) => {
        const decision: Decision | undefined = posted.body?.hookSpecificOutput?.decision;
        if (decision !== undefined && isHeeded(toolName, decision)) end({ by: "hook", decision });
        return posted;
      },
      () => null,
    );
    const ended = first.then(finish);
    // A test that does not wait for it may have ended the hub by then.
    ended.catch(() => undefined);
    return { ended, hookEnded, answerInTerminal, pressEscape };

    function answerInTerminal(changed: Record<string, unknown> | null = null) {
      end({ by: "terminal", input: changed });
    }

    function pressEscape() {
      end({ by: "escape" });
      kill.abort();
    }

    async function finish(ending: Ending): Promise<Ending> {
      const used = usedInput(ending);
      if (used === null) return ending;
      const done = {
        tool_name: toolName,
        tool_input: used,
        tool_response: used,
        tool_use_id: toolUseId,
      };
      await runs;
      await post("PostToolUse", done);
      return ending;
    }

    function usedInput(ending: Ending): Record<string, unknown> | null {
      if (ending.by === "terminal") return ending.input ?? input;
      if (ending.by === "hook" && ending.decision.behavior === "allow")
        return ending.decision.updatedInput ?? input;
      return null;
    }
  }
}
