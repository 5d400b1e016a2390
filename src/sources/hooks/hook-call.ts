/** One call of an agent's hook, from HTTP or from the spool. */
import type { IncomingHttpHeaders } from "node:http";
import { z } from "zod";
import { HOOK_TRANSLATORS } from "../../agents/clients/clients.ts";
import type { Pane } from "../../core/agent/agent.ts";
import type { AgentEvent, DialogEvent } from "../../core/agent/agent-event.ts";
import { FORM_TOOL, formInput } from "../../core/agent/server-form.ts";
import { AsklineError } from "../../core/ask/errors.ts";
import { isRecord, jsonIn } from "../../core/json.ts";
import type { CallFacts, HookFacts } from "./spool-file.ts";

export class UnreadableCall extends AsklineError {
  readonly code = "bad_request";
  readonly suggestion =
    "Send what the agent's client gives its hooks, as it is; docs/PROTOCOL.md says how.";
}

/** A call may be older than its arrival; a time in the future is replaced by now. */
export function eventOf(facts: Partial<CallFacts>, body: string, now: Date): AgentEvent {
  const translate = translatorFor(facts.client);
  const said = new Date(facts.at ?? "");
  const at = Number.isNaN(said.getTime()) || said > now ? now : said;
  const payload = objectIn(body);
  const name = capitalised(String(payload["hook_event_name"] ?? facts.event ?? ""));
  const heard = translate(name, payload, { at, pane: paneOf(facts) });
  const event = heard === null ? null : withPresence(heard, facts);
  if (event === null)
    throw new UnreadableCall("This is no hook call of a known client: it has no session_id.");
  if ((event.transcriptPath?.length ?? 0) > LONGEST_PATH)
    throw new UnreadableCall("No system has a transcript_path that long.");
  return event;
}

export function factsIn(headers: IncomingHttpHeaders, event: string): ReceivedFacts {
  const text = (name: string) =>
    (typeof headers[name] === "string" ? { value: headers[name] } : null)?.value;
  const pid = Number(text("x-askline-pid"));
  return {
    event,
    client: text("x-askline-client") ?? "claude-code",
    ...(text("x-askline-at") && { at: text("x-askline-at") as string }),
    pane: text("x-askline-pane") || undefined,
    tmux: decoded(text("x-askline-tmux")) || undefined,
    ...(Number.isSafeInteger(pid) && pid > 0 ? { pid } : {}),
    ...(text("x-askline-attended") && { isAttended: text("x-askline-attended") === "1" }),
    hook: hookIn(text("x-askline-hook")),
    askId: text("x-askline-ask") || undefined,
  };
}

// The longest path that systems allow.
const LONGEST_PATH = 4096;

/** A call as it came over HTTP; the ask is named by a hook that calls again. */
export type ReceivedFacts = Partial<CallFacts> & { askId?: string | undefined };

const HookHeader = z.object({
  call: z.string().min(1).max(100),
  pid: z.int().positive(),
  table: z.string(),
});

function hookIn(header: string | undefined): HookFacts | undefined {
  return HookHeader.safeParse(jsonIn(header ?? "")).data;
}

/** A run that nobody attends never shows its dialog. Posted hooks do not say which it is. */
function withPresence(event: AgentEvent, { isAttended }: Partial<CallFacts>): AgentEvent {
  if (event.type !== "permission_asked" || isAttended === undefined) return event;
  return { ...event, isHeadless: !isAttended };
}

/** What a person may be asked in the agent's place: its own dialog, or another server's form. */
export function dialogEventOf(
  event: AgentEvent,
  { isAttended, hook, at }: Partial<CallFacts>,
): DialogEvent | null {
  if (event.type === "permission_asked") return event;
  // A hook that runs beside the form has no say. Only a forwarder tells its time.
  if (hook === undefined && at !== undefined) return null;
  // Gemini CLI asks after this hook, and has none of its own for that.
  if (event.type === "tool_starting" && event.client === "gemini")
    return { ...event, type: "permission_asked", suggestions: [] };
  if (event.type !== "form_opened") return null;
  const { type: _, server, message, url, schema, ...head } = event;
  return {
    ...{ ...head, type: "permission_asked", toolUseId: null, toolName: FORM_TOOL },
    ...{ input: formInput({ server, message, url, schema }), suggestions: [] },
    ...(isAttended !== undefined && { isHeadless: !isAttended }),
  };
}

function translatorFor(client = "claude-code") {
  const translate = HOOK_TRANSLATORS.get(client);
  if (translate !== undefined) return translate;
  throw new UnreadableCall(
    `X-Askline-Client is one of ${[...HOOK_TRANSLATORS.keys()].join(", ")}.`,
  );
}

/** Event names are often written `user-prompt-submit`, and sometimes `pre_tool_use`. */
function capitalised(name: string): string {
  return name.replace(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function paneOf({ pane, tmux, pid }: Partial<CallFacts>): Pane | null {
  if (!pane || !tmux || !/^%\d+$/.test(pane)) return null;
  return { id: pane, socketPath: tmux, pid: pid ?? null };
}

function objectIn(body: string): Record<string, unknown> {
  const value = jsonIn(body);
  if (isRecord(value)) return value;
  throw new UnreadableCall("What was sent is not a JSON object.");
}

function decoded(value: string | undefined): string | undefined {
  try {
    return value === undefined ? undefined : decodeURI(value);
  } catch {
    return undefined;
  }
}
