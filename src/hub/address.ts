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
  /** The origin of its pages, as browsers have it. */
  site: z.string().optional(),
});
export type HubAddress = z.infer<typeof HubAddress>;

// Its process lives, so it will answer. That may take a while on a busy machine, but a second
// portal beside it would be worse.
const ANSWERS_WITHIN_MS = 5_000;

export async function publishHub(
  path: string,
  { url, token, bindAddress, site }: Pick<HubAddress, "url" | "token" | "bindAddress" | "site">,
): Promise<() => void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeJson(path, { url, token, bindAddress, site, ...thisProcess() });
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

/** Tells the clients of a running hub its new token. */
export async function republishToken(path: string, token: string): Promise<void> {
  const address = HubAddress.safeParse(await readJson(path).catch(() => null)).data;
  if (address !== undefined) await writeJson(path, { ...address, token });
}

/**
 * A link to one of the hub's pages, with a one-time code that the hub made. A hub of another
 * version may have none to give; the page then says how to open it.
 */
export async function linkFrom(
  { url, token, site = url }: HubAddress,
  path: string,
): Promise<{ link: string; file?: string }> {
  try {
    const response = await fetch(`${url}/api/links`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ to: path }),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    return OpeningReply.parse(await response.json());
  } catch {
    return { link: site + path };
  }
}

const OpeningReply = z.object({ link: z.string(), file: z.string().exactOptional() });

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
