/**
 * Where this machine's hub is: a file in the state
 * folder, trusted if its process lives and answers.
 */
import { rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import { ProcessIdentity } from "../core/ask/ask.ts";
import { readJson, readJsonOnce, writeJson } from "../store/file/durable-file.ts";
import { lifeOf, thisProcess } from "../store/process-identity.ts";

const HubAddress = ProcessIdentity.extend({
  url: z.string(),
  token: z.string(),
  bindAddress: z.string().optional(),
});
export type HubAddress = z.infer<typeof HubAddress>;

// Its process lives, so it will answer. That may take a while on a busy machine, but a second
// portal beside it would be worse.
const ANSWERS_WITHIN_MS = 5_000;

export async function publishHub(
  path: string,
  { url, token, bindAddress }: Pick<HubAddress, "url" | "token" | "bindAddress">,
): Promise<() => void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeJson(path, { url, token, bindAddress, ...thisProcess() });
  return () => {
    if (isOwn(path)) rmSync(path, { force: true });
  };
}

/**
 * A hub that was slow to answer may have been taken for gone, and another may have taken its place.
 */
function isOwn(path: string): boolean {
  try {
    return HubAddress.safeParse(readJsonOnce(path)).data?.pid === process.pid;
  } catch {
    return false;
  }
}

/** Null when none runs. */
export async function findHub(path: string): Promise<HubAddress | null> {
  const address = HubAddress.safeParse(await readJson(path).catch(() => null)).data;
  if (address === undefined || lifeOf(address) === "dead") return null;
  try {
    const response = await fetch(`${address.url}/healthz`, {
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    return response.ok ? address : null;
  } catch {
    return null;
  }
}
