/** Reads a headless agent's output line by line: its text as it comes, and how it ended. Pure. */
import { z } from "zod";
import { jsonIn } from "../../../core/json.ts";

const Line = z.looseObject({
  type: z.string(),
  session_id: z.string().optional(),
  parent_tool_use_id: z.string().nullish(),
  is_error: z.boolean().optional(),
  result: z.string().optional(),
  errors: z.array(z.string()).optional().catch(undefined),
  is_api_error_message: z.boolean().optional().catch(undefined),
  message: z
    .looseObject({ id: z.string().optional(), content: z.array(z.unknown()).catch([]).optional() })
    .optional()
    .catch(undefined),
  event: z
    .looseObject({
      type: z.string(),
      message: z.looseObject({ id: z.string().optional() }).optional().catch(undefined),
      delta: z
        .looseObject({ type: z.string().optional(), text: z.string().optional() })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});
type Line = z.infer<typeof Line>;

const TextBlock = z.object({ type: z.literal("text"), text: z.string() });
const ToolBlock = z.object({
  type: z.literal("tool_use"),
  name: z.string(),
  input: z.record(z.string(), z.unknown()).catch({}),
});

/** The tool that the agent uses now, and the file, command or address it is about. */
export interface Doing {
  tool: string;
  about: string;
}

export interface ReplyListener {
  /** Receives the agent's text piece by piece. */
  onText(piece: string): void;
  onDoing?: ((doing: Doing) => void) | undefined;
}

// What says most about a tool's call, in this order.
const ABOUT = ["file_path", "notebook_path", "command", "pattern", "url", "query", "description"];

export interface ReplyReader {
  line(text: string): void;
  /** `isLost` is true if the conversation to resume no longer exists. */
  end(): { sessionId: string | null; failure: string | null; isOver: boolean; isLost: boolean };
}

/** A message may come twice, in pieces and then whole; its text is passed on once. */
export function createReplyReader({ onText, onDoing }: ReplyListener): ReplyReader {
  const inPieces = new Set<string>();
  let sessionId: string | null = null;
  let failure: string | null = null;
  let isOver = false;
  let isLost = false;
  let hasSpoken = false;
  let isNewMessage = false;
  let current = "";
  return { line, end: () => ({ sessionId, failure, isOver, isLost }) };

  function line(text: string) {
    const read = Line.safeParse(jsonIn(text)).data;
    if (read === undefined) return;
    sessionId = read.session_id ?? sessionId;
    // A sub-agent's text is meant for the agent, not for the person.
    if (read.parent_tool_use_id != null) return;
    if (read.type === "stream_event") piece(read);
    if (read.type === "assistant") whole(read);
    if (read.type === "result") over(read);
  }

  function piece({ event }: Line) {
    if (event?.type === "message_start") {
      current = event.message?.id ?? "";
      isNewMessage = true;
    }
    if (event?.type !== "content_block_delta" || event.delta?.type !== "text_delta") return;
    inPieces.add(current);
    say(event.delta.text ?? "");
  }

  function whole(read: Line) {
    const { message, is_api_error_message } = read;
    for (const block of message?.content ?? []) {
      const tool = ToolBlock.safeParse(block).data;
      if (tool !== undefined) onDoing?.({ tool: tool.name, about: aboutOf(tool.input) });
    }
    // An API error is reported at the end as a failure, not as the agent's text.
    if (inPieces.has(message?.id ?? "") || is_api_error_message) return;
    isNewMessage = true;
    for (const block of message?.content ?? []) say(TextBlock.safeParse(block).data?.text ?? "");
  }

  function over({ result = "", errors = [], is_error }: Line) {
    isOver = true;
    isLost = errors.some((error) => error.startsWith("No conversation found"));
    if (is_error) failure = result || errors.join(" ") || "it failed without saying why.";
    else if (!hasSpoken) say(result);
  }

  function say(words: string) {
    if (words === "") return;
    onText(hasSpoken && isNewMessage ? `\n\n${words}` : words);
    hasSpoken = true;
    isNewMessage = false;
  }
}

function aboutOf(input: Record<string, unknown>): string {
  const found = ABOUT.map((name) => input[name]).find((value) => typeof value === "string");
  return typeof found === "string" ? found : "";
}
