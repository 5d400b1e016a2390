/**
 * What Codex's daemon asks a person, as a dialog of the agent, and the decision as the daemon takes
 * it. The calls look as they do in Codex's hooks, so that one rule, and one judgement, is right for
 * both.
 */
import { z } from "zod";
import type { DialogEvent, ToolCall } from "../../../../core/agent/agent-event.ts";
import { FORM_TOOL, formInput, type ServerForm } from "../../../../core/agent/server-form.ts";
import { shellCommand } from "../../../../core/safety/shell/shell-quote.ts";
import type { DialogDecision } from "../../common/client-dialogs.ts";
import { answersToQuestions, askedInput } from "./asked-input.ts";
import type { DaemonRequest } from "./messages.ts";
import { type Patch, patchOf } from "./patch.ts";
import { patchInRollout } from "./patch-in-rollout.ts";
import { scriptIn } from "./script-in.ts";

/** Null for what nobody but Codex's own window can answer. */
export function dialogIn(request: DaemonRequest, at: string): DialogEvent | null {
  const { thread, params } = request;
  const asked = askedIn(request);
  if (asked === null) return null;
  const { data: about } = About.safeParse(params);
  return {
    ...{ type: "permission_asked", client: "codex", at, isOnScreen: true },
    ...whoIs(thread),
    workingDirectory: about?.cwd ?? thread.cwd,
    promptId: about?.turnId ?? null,
    ...{ toolUseId: about?.itemId ?? null, ...asked },
  };
}

/** A sub-agent's thread is part of its parent's session. */
export function whoIs({ id, sessionId, parentThreadId, path }: DaemonRequest["thread"]) {
  const isSubagent = parentThreadId !== null;
  return {
    sessionId: isSubagent ? (sessionId ?? parentThreadId) : id,
    transcriptPath: path,
    subagentId: isSubagent ? id : null,
  };
}

/** A name of this very request, which is the same when the daemon sends it again. */
export function nameOf({ id, thread, params }: DaemonRequest): string {
  const { turnId, itemId, approvalId } = params;
  return `${NAMES_BEGIN}${[thread.id, turnId, itemId, approvalId, id].map((one) => one ?? "").join(" ")}`;
}

export const NAMES_BEGIN = "codex-daemon ";

const Text = z.string().nullable().catch(null);
const About = z.object({ cwd: Text, turnId: Text, itemId: Text });

const Approval = z.object({
  kind: z.string().catch("command"),
  command: Text,
  reason: Text,
  availableDecisions: z.array(z.unknown()).nullable().catch(null),
  networkApprovalContext: z.unknown().optional(),
  additionalPermissions: z.unknown().optional(),
});
type Approval = z.infer<typeof Approval>;

type Asked = Pick<ToolCall, "toolName" | "input"> &
  Pick<DialogEvent, "suggestions"> & { remark?: string };

function askedIn({ method, params, item, thread }: DaemonRequest): Asked | null {
  const itemId = String(params["itemId"]);
  switch (method) {
    case "item/commandExecution/requestApproval":
      return commandIn(Approval.parse(params));
    case "item/fileChange/requestApproval":
      return changeIn(params, item === null ? patchInRollout(thread.path, itemId) : patchOf(item));
    case "item/permissions/requestApproval":
      return permissionsIn(params);
    case "item/tool/requestUserInput":
      return questionsIn(params);
    case FORM_REQUEST:
      return formAsked(params);
    default:
      return null;
  }
}

function commandIn(approval: Approval): Asked | null {
  const { kind, command, reason, availableDecisions } = approval;
  // Only Codex's own window then offers a yes.
  if (availableDecisions !== null && !availableDecisions.includes("accept")) return null;
  const beside = Object.fromEntries(
    (["networkApprovalContext", "additionalPermissions"] as const).flatMap((name) =>
      approval[name] == null ? [] : [[name, approval[name]]],
    ),
  );
  const isCommand = kind === "command" && command !== null;
  const input = isCommand ? { command: scriptIn(command) } : { kind, command };
  return {
    toolName: isCommand ? "Bash" : kind,
    input: { ...input, ...beside },
    suggestions: (availableDecisions ?? []).flatMap((decision) => suggested(decision, input)),
    ...(reason !== null && { remark: reason }),
  };
}

const Amendment = z.object({
  acceptWithExecpolicyAmendment: z.object({ execpolicy_amendment: z.array(z.string()).min(1) }),
});

/** The other ways to say yes, as permission rules that a person can read. */
function suggested(decision: unknown, { command }: { command: string | null }) {
  const amendment = Amendment.safeParse(decision).data?.acceptWithExecpolicyAmendment;
  if (amendment !== undefined) {
    const begins = `${shellCommand(amendment.execpolicy_amendment)} *`;
    return [rule("Bash", begins, "userSettings", decision)];
  }
  if (decision !== "acceptForSession" || command === null) return [];
  return [rule("Bash", command, "session", decision)];
}

function rule(
  toolName: string,
  ruleContent: string | undefined,
  destination: "session" | "userSettings",
  decision: unknown,
) {
  const rules = [{ toolName, ...(ruleContent !== undefined && { ruleContent }) }];
  return { type: "addRules", behavior: "allow", rules, destination, decision };
}

function changeIn({ reason }: DaemonRequest["params"], patch: Patch | null): Asked | null {
  if (patch === null) return null;
  const files = patch.files.join(", ");
  return {
    ...{ toolName: "apply_patch", input: { command: patch.text } },
    suggestions: [rule("apply_patch", files, "session", "acceptForSession")],
    ...(typeof reason === "string" && { remark: reason }),
  };
}

function permissionsIn({ permissions, reason }: DaemonRequest["params"]): Asked {
  const input = { permissions, ...(typeof reason === "string" && { reason }) };
  const forSession = rule("request_permissions", undefined, "session", "session");
  return { toolName: "request_permissions", input, suggestions: [forSession] };
}

function questionsIn(params: DaemonRequest["params"]): Asked | null {
  const input = askedInput(params);
  return input && { toolName: "request_user_input", input, suggestions: [] };
}

export const FORM_REQUEST = "mcpServer/elicitation/request";

const Form = z.object({
  serverName: z.string().min(1),
  message: z.string().catch(""),
  mode: z.enum(["form", "url"]),
  url: z.string().min(1).nullish(),
  requestedSchema: z.record(z.string(), z.unknown()).catch({}),
});

function formAsked(params: DaemonRequest["params"]): Asked | null {
  const form = formOf(params);
  return form && { toolName: FORM_TOOL, input: formInput(form), suggestions: [] };
}

/** Null for a form of a kind that we do not know. */
export function formOf(params: DaemonRequest["params"]): ServerForm | null {
  const { serverName, message, mode, url, requestedSchema } = Form.safeParse(params).data ?? {};
  if (serverName === undefined || message === undefined || (mode === "url" && !url)) return null;
  const address = mode === "url" ? (url ?? null) : null;
  return { server: serverName, message, url: address, schema: requestedSchema ?? {} };
}

/** The reply to the request. */
export function resultOf({ method, params }: DaemonRequest, decision: DialogDecision): unknown {
  if (decision.behavior === "form") return { action: decision.action, content: decision.content };
  const chosen = decision.behavior === "allow" ? offered(decision) : "decline";
  switch (method) {
    case "item/permissions/requestApproval":
      if (chosen === "decline") return { permissions: {}, scope: "turn" };
      return {
        permissions: params["permissions"],
        scope: chosen === "session" ? "session" : "turn",
      };
    case "item/tool/requestUserInput":
      return { answers: answersToQuestions(params, decision) };
    default:
      return { decision: chosen };
  }
}

function offered({ permissions = [] }: Extract<DialogDecision, { behavior: "allow" }>): unknown {
  return Offered.safeParse(permissions[0]).data?.decision ?? "accept";
}

const Offered = z.object({ decision: z.unknown().optional() });
