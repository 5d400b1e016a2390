/** An ntfy server, as far as Askline talks to it. */
import type { Ntfy } from "./config.ts";

export interface NtfyMessage {
  title: string;
  message: string;
  /** 3 is usual, 4 and 5 are louder. */
  priority: number;
  /** Messages with the same one replace each other. */
  sequence_id: string;
  click?: string;
  actions?: object[];
}

/**
 * Who can read a topic. ntfy says at `/<topic>/auth` whether a caller may. `closed` only if it refuses
 * somebody without a token; what cannot be told counts as open.
 */
export type Access = "open" | "closed" | "unknown";

const PATIENCE_MS = 10_000;

export async function accessOf(topic: string): Promise<Access> {
  const { status } = await call(`${topic}/auth`, {}).catch(() => ({ status: 0 }));
  if (status === 401 || status === 403) return "closed";
  return status === 200 ? "open" : "unknown";
}

/** Whether the token opens the topic; null where the server does not say. */
export async function isTokenGood({ topic, token }: Ntfy): Promise<boolean | null> {
  const { status } = await call(`${topic}/auth`, { headers: credential(token) }).catch(() => ({
    status: 0,
  }));
  if (status === 401 || status === 403) return false;
  return status === 200 ? true : null;
}

/** The server refused, so nothing was shown. */
export class NotPublished extends Error {}

/** Throws NotPublished; another failure leaves open whether it was shown. */
export async function publish(
  { topic, token }: Ntfy,
  message: NtfyMessage,
  signal?: AbortSignal,
): Promise<void> {
  const url = new URL(topic);
  const body = JSON.stringify({ topic: url.pathname.slice(1), ...message });
  const init = { method: "POST", headers: credential(token), body, ...(signal && { signal }) };
  const { status } = await call(url.origin, init);
  if (status < 200 || status > 299) throw new NotPublished(`${url.host} answered ${status}`);
}

/** Takes a notice off the phones. Servers before 2.16 know no such thing; there it stays. */
export async function retire({ topic, token }: Ntfy, sequence: string): Promise<void> {
  await call(`${topic}/${sequence}`, { method: "DELETE", headers: credential(token) }).catch(
    () => undefined,
  );
}

async function call(url: string, { signal, ...init }: RequestInit): Promise<{ status: number }> {
  const limit = AbortSignal.timeout(PATIENCE_MS);
  const either = signal == null ? limit : AbortSignal.any([limit, signal]);
  // A redirect could lead the token elsewhere.
  const response = await fetch(url, { ...init, redirect: "error", signal: either });
  await response.body?.cancel();
  return response;
}

function credential(token: string | null): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}
