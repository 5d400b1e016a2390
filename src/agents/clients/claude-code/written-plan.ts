/** Finds the plan that a request leaves out: in the transcript, or in the file that it names. */
import { readFile, stat } from "node:fs/promises";
import { z } from "zod";
import type { DialogEvent } from "../../../core/agent/agent-event.ts";
import { jsonIn } from "../../../core/json.ts";
import { lastLines } from "./transcript-tail.ts";

const LARGEST_PLAN_BYTES = 256 * 1024;
// The plan was written moments ago, and its line may not be in the file yet.
const TRIES = 3;
const BETWEEN_TRIES_MS = 100;

const Block = z.looseObject({
  type: z.literal("tool_use"),
  name: z.string(),
  id: z.string().optional(),
  input: z.looseObject({ plan: z.string().optional() }),
});
const Line = z.looseObject({
  message: z
    .looseObject({ content: z.array(z.unknown()).catch([]) })
    .optional()
    .catch(undefined),
  attachment: z.looseObject({ planFilePath: z.string().optional() }).optional().catch(undefined),
});

export async function writtenPlan({
  transcriptPath,
  toolName,
  toolUseId,
}: DialogEvent): Promise<string | null> {
  if (transcriptPath === null) return null;
  for (let tried = 1; ; tried++) {
    const lines = await planLines(transcriptPath);
    const plan = planIn(lines, toolName, toolUseId) ?? (await planFile(lines));
    if (plan !== null || tried === TRIES) return plan;
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
  }
}

function planIn(
  lines: z.infer<typeof Line>[],
  toolName: string,
  toolUseId: string | null,
): string | null {
  for (const { message } of lines) {
    for (const block of message?.content ?? []) {
      const call = Block.safeParse(block).data;
      const isAsked = call?.name === toolName && (toolUseId === null || call.id === toolUseId);
      if (isAsked && call.input.plan?.trim()) return call.input.plan;
    }
  }
  return null;
}

async function planFile(lines: z.infer<typeof Line>[]): Promise<string | null> {
  const path = lines
    .map(({ attachment }) => attachment?.planFilePath)
    .find((found) => found !== undefined);
  return path === undefined || !/\.md$/i.test(path) ? null : (await readShortText(path)) || null;
}

/** A file's text; empty if nothing is there, null if it is not a file, not text, or too long. */
export async function readShortText(path: string): Promise<string | null> {
  try {
    const found = await stat(path);
    if (!found.isFile() || found.size > LARGEST_PLAN_BYTES) return null;
    const text = await readFile(path, "utf8");
    return text.includes("\u0000") ? null : text;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "" : null;
  }
}

/** Newest first. Skips lines that cannot hold a plan. */
async function planLines(path: string): Promise<z.infer<typeof Line>[]> {
  return (await lastLines(path)).flatMap((line) => {
    const isPromising = line.includes("planFilePath") || line.includes("tool_use");
    const parsed = isPromising ? Line.safeParse(jsonIn(line)).data : undefined;
    return parsed === undefined ? [] : [parsed];
  });
}
