/**
 * What of each client's prompts is seen and can be answered, found out by giving recordings of the
 * real clients to the very code that reads them.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { dialogsOf, entryReaderOf, HOOK_TRANSLATORS } from "../../src/agents/clients/clients.ts";
import { bodyOfTurnEnd } from "../../src/agents/clients/codex/daemon/events.ts";
import type { DaemonRequest } from "../../src/agents/clients/codex/daemon/messages.ts";
import { dialogIn } from "../../src/agents/clients/codex/daemon/requests.ts";
import { isAskingTool, questionOfTool } from "../../src/agents/clients/common/tool-questions.ts";
import { dialogMessages } from "../../src/agents/dialogs/messages.ts";
import { serverFormDialog } from "../../src/agents/dialogs/server-form.ts";
import {
  type ClientCoverage,
  type CoveredClient,
  PROMPTS,
  type Prompt,
  REACHES,
  type Reach,
} from "../../src/cli/coverage/coverage.ts";
import type { AgentEvent } from "../../src/core/agent/agent-event.ts";
import { FORM_TOOL } from "../../src/core/agent/server-form.ts";
import { dialogEventOf } from "../../src/sources/hooks/hook-call.ts";

const FIXTURES = fileURLToPath(new URL("../fixtures", import.meta.url));

// biome-ignore lint/suspicious/noExplicitAny: recordings have every shape
type Json = any;
type Shown = readonly [Prompt, Reach];

const CLIENTS = [
  { client: "claude-code", version: "2.1.325", through: "hooks", folder: "claude-code" },
  { client: "codex", version: "0.166.0", through: "socket", folder: "codex" },
  { client: "gemini", version: "0.61.0", through: "hooks", folder: "gemini-cli" },
  { client: "opencode", version: "1.18.33", through: "plugin", folder: "opencode" },
] as const;

export function derivedCoverage(): ClientCoverage[] {
  return CLIENTS.map(({ client, version, through, folder }) => {
    const shown = filesIn(folder).flatMap((file) => {
      const recording = file.slice(0, file.lastIndexOf("/"));
      return shownIn(client, file).map(([prompt, reach]) => ({ prompt, reach, recording }));
    });
    const prompts = Object.fromEntries(
      PROMPTS.map((prompt) => {
        const ranked = shown
          .filter((one) => one.prompt === prompt)
          .sort((one, other) => REACHES.indexOf(other.reach) - REACHES.indexOf(one.reach));
        const { reach = "not_seen", recording = null } = ranked[0] ?? {};
        return [prompt, { reach, recording: reach === "not_seen" ? null : recording }];
      }),
    ) as ClientCoverage["prompts"]; // one entry for each prompt
    return { client, version, through, prompts };
  });
}

function filesIn(folder: string): string[] {
  return readdirSync(join(FIXTURES, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => `${folder}/${name}`)
    .sort();
}

function shownIn(client: CoveredClient, file: string): Shown[] {
  const text = readFileSync(join(FIXTURES, file), "utf8").trim();
  if (file.endsWith("/hooks.jsonl"))
    return text.split("\n").flatMap((line) => hookShows(client, JSON.parse(line)));
  if (file.endsWith("/app-server.jsonl"))
    return text.split("\n").flatMap((line) => socketShows(JSON.parse(line)));
  if (file.endsWith("/plugin.jsonl"))
    return text.split("\n").flatMap((line) => pluginShows(JSON.parse(line)));
  return text.split("\n").flatMap((line) => lineShows(client, line));
}

/** Some recordings are of the payloads alone. */
function hookShows(client: CoveredClient, line: Json): Shown[] {
  const { stdin = line, event = stdin.hook_event_name } = line;
  const context = { at: new Date(), pane: null };
  const heard = HOOK_TRANSLATORS.get(client)?.(event, stdin, context) ?? null;
  return heard === null ? [] : eventShows(heard);
}

/** What Codex's daemon asks of everybody who is connected to it. */
function socketShows({ dir, msg }: Json): Shown[] {
  if (dir !== "in" || msg.method === undefined) return [];
  if (msg.method === "turn/completed")
    return bodyOfTurnEnd(msg.params.turn, new Date()).type === "failed"
      ? [["failure", "seen"]]
      : [];
  if (msg.id === undefined) return [];
  const thread = { id: msg.params.threadId, cwd: "/", path: null, parentThreadId: null };
  const asked = dialogIn({ ...msg, thread, item: null } as DaemonRequest, new Date().toISOString());
  return asked === null ? [] : eventShows(asked);
}

/** The plugin hands opencode's requests on as they are, and writes its errors down. */
function pluginShows({ k, v }: Json): Shown[] {
  if (k !== "event") return [];
  const [kind, what] = v.type.split(".");
  if (v.type === "session.error")
    return lineShows("opencode", JSON.stringify({ type: "error", error: v.properties.error }));
  if (what !== "asked") return [];
  const { sessionID: session_id, ...request } = v.properties;
  const stdin = { session_id, request: { kind, ...request } };
  return hookShows("opencode", { event: "PermissionRequest", stdin });
}

function lineShows(client: CoveredClient, line: string): Shown[] {
  const entries = entryReaderOf(client)?.(Buffer.from(line)) ?? [];
  return entries.some(({ type }) => type === "failed") ? [["failure", "seen"]] : [];
}

function eventShows(event: AgentEvent): Shown[] {
  switch (event.type) {
    case "failed":
      return [["failure", "seen"]];
    case "form_opened": {
      const asked = dialogEventOf(event, {});
      if (asked === null || serverFormDialog(asked.input, dialogMessages("en")) === null)
        return [["form", "terminal"]];
      return [["form", dialogsOf(event.client)?.isShownAfterHook(asked) ? "away" : "beside"]];
    }
    case "notified":
      return event.kind === "ToolPermission" ? [["permission", "terminal"]] : [];
    case "tool_starting": {
      const asked = dialogEventOf(event, {});
      const dialogs = dialogsOf(event.client);
      const isHeld = asked !== null && dialogs?.kindOf(asked) != null;
      if (!isAskingTool(event.toolName))
        return isHeld && dialogs?.onlyRefuses ? [["permission", "denied"]] : [];
      return [[askedBy(event), isHeld ? "away" : "terminal"]];
    }
    case "permission_asked": {
      const dialogs = dialogsOf(event.client);
      if (dialogs === null) return [["permission", "terminal"]];
      if (event.toolName === FORM_TOOL)
        return serverFormDialog(event.input, dialogMessages("en")) === null
          ? []
          : [["form", "beside"]];
      const kind = dialogs.kindOf(event);
      if (kind === null) return [["permission", "terminal"]];
      const prompt =
        kind === "permission" ? "permission" : kind === "plan_approval" ? "plan" : "question";
      return [[prompt, dialogs.isShownAfterHook(event) ? "first" : "beside"]];
    }
    default:
      return [];
  }
}

function askedBy(event: Extract<AgentEvent, { type: "tool_starting" }>): Prompt {
  return questionOfTool(event)?.source === "plan_approval" ? "plan" : "question";
}
