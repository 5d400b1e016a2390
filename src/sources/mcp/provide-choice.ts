/** `provide_choice`: one decision, asked and waited for, handed off, or fetched. */
import { askFromRequest } from "../../choice/choice.ts";
import {
  fetchedAgain,
  type ProvideChoiceResponse,
  responseFromAsk,
} from "../../choice/response.ts";
import { type ParsedRequest, parseRequest } from "../../choice/validation.ts";
import { type Ask, isSettled } from "../../core/ask/ask.ts";
import { type Caller, type ToolCall, type ToolResult, takerOf } from "./call.ts";
import type { McpParts } from "./server.ts";
import { shownFirst } from "./shown-first.ts";

export const provideChoice: ToolCall = async (args, parts, caller) => {
  const parsed = parseRequest(args);
  const { ask, page } =
    parsed.kind === "poll"
      ? await fetched(parsed.sessionId, parts, caller)
      : await asked(parsed, parts, caller);
  const response = responseFromAsk(ask, { ...(await parts.launchOf(ask)), page });
  if (!isSettled(ask)) return inBothForms(response);
  const earlier = ask.taken?.find(({ by }) => by === takerOf(caller));
  await parts.waits.take(ask, caller);
  const isFirst = parsed.kind === "ask" || earlier === undefined;
  return inBothForms(isFirst ? response : fetchedAgain(response, earlier.at));
};

/** The ask at the end of the call, and the page that shows it, if any. */
interface Asked {
  ask: Ask;
  page?: string | undefined;
}

/**
 * Some clients give their model only the text, others only the structured content,
 * so each holds everything.
 */
function inBothForms(response: ProvideChoiceResponse): ToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(response) }],
    structuredContent: response,
  };
}

async function asked(
  parsed: Extract<ParsedRequest, { kind: "ask" }>,
  parts: McpParts,
  caller: Caller,
): Promise<Asked> {
  const { openAsks, interaction, show, waits } = parts;
  const saved = await interaction.load();
  const first = shownFirst({
    requested: parsed.request.transport,
    saved: saved.transport,
    handOff: parsed.request.hand_off,
    handOffIsAllowed: parts.handOffIsAllowed,
    hasTerminal: show.here !== undefined,
  });
  const wanted = askFromRequest(parsed, { savedTimeoutSeconds: saved.timeoutSeconds });
  const isHandedOff = first === "hand_off";
  const ask = await openAsks.put(caller, {
    ...wanted,
    presentation: { ...wanted.presentation, ...(isHandedOff ? { handOff: true } : {}) },
    mode: isHandedOff ? "detached" : "blocking",
  });
  if (isHandedOff || isSettled(ask)) return { ask };
  if (first === "prompt") void show.here?.(ask);
  if (first !== "web") return { ask: await waits.wait(ask, caller) };
  const page = await shownOnWeb(ask, parts);
  return { ask: await waits.wait(ask, caller), page };
}

/** The page stays as long as its question is open, which may be longer than this call. */
async function shownOnWeb(ask: Ask, { desk, show }: McpParts): Promise<string | undefined> {
  try {
    const page = await show.onWeb(ask.id);
    desk
      .wait(ask.id)
      .then(page.done, page.done)
      .catch(() => undefined);
    return page.url;
  } catch (error) {
    // Everything else still works, so the question is asked without a page.
    process.stderr.write(`The page could not be opened: ${(error as Error).message}\n`);
    return undefined;
  }
}

/**
 * An unfinished hand-off is reported at once, because its command ends when the person is done. Any
 * other ask is waited for.
 */
async function fetched(
  sessionId: string,
  { desk, waits }: McpParts,
  caller: Caller,
): Promise<Asked> {
  const ask = await desk.load(sessionId);
  return {
    ask: isSettled(ask) || ask.presentation?.handOff ? ask : await waits.follow(ask, caller),
  };
}
