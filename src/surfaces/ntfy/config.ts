/**
 * The topic is in `ntfy.json` of the config folder; its token, a secret, in the state folder. A running
 * hub heeds both as they are.
 */
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { configDirectory } from "../../desk/places.ts";
import type { Settings } from "../../desk/settings.ts";
import { isLoopback } from "../../http/network.ts";
import { readJsonOnce, writeJson } from "../../store/file/durable-file.ts";
import { refuseExposed, secretExposure } from "../../store/file/private-file.ts";

export const NtfyConfig = z.object({
  topic: z.string().refine(isTopic, "It is not a topic such as https://ntfy.sh/my-topic"),
  showText: z.boolean().default(false),
  buttons: z.boolean().default(false),
});
export type NtfyConfig = z.infer<typeof NtfyConfig>;

/** With the token, if the topic has one. */
export interface Ntfy extends NtfyConfig {
  token: string | null;
}

type Places = Pick<Settings, "stateDirectory">;

export function configPath(): string {
  return join(configDirectory(), "ntfy.json");
}

export function tokenPath({ stateDirectory }: Places): string {
  return join(stateDirectory, "ntfy-token.json");
}

/** Null if none is set, or the file cannot be used. Throws for a token that others can read. */
export function loadNtfy(places: Places): Ntfy | null {
  const config = NtfyConfig.safeParse(readQuietly(configPath())).data;
  if (config === undefined) return null;
  const path = tokenPath(places);
  refuseExposed(secretExposure(path));
  const kept = z.object({ token: z.string() }).safeParse(readQuietly(path)).data;
  return { ...config, token: kept?.token ?? null };
}

export async function saveNtfy(places: Places, { token, ...config }: Ntfy): Promise<void> {
  for (const path of [configPath(), tokenPath(places)])
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (token === null) rmSync(tokenPath(places), { force: true });
  else await writeJson(tokenPath(places), { token });
  await writeJson(configPath(), config);
}

export function forgetNtfy(places: Places): void {
  rmSync(configPath(), { force: true });
  rmSync(tokenPath(places), { force: true });
}

/** A topic is one word after its server. Without https a token would travel in the clear. */
export function isTopic(given: string): boolean {
  if (!URL.canParse(given)) return false;
  const { protocol, hostname, pathname, search, hash, username } = new URL(given);
  const isSafe = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  return isSafe && /^\/[\w-]{1,64}$/.test(pathname) && `${search}${hash}${username}` === "";
}

function readQuietly(path: string): unknown {
  try {
    return readJsonOnce(path);
  } catch {
    return null;
  }
}
