/**
 * The https address under which devices reach the hub from elsewhere: the setting, or the tunnel that
 * `askline tunnel` opened. The tunnel's note is looked at for each request, so a running hub knows of
 * it at once.
 */
import { join } from "node:path";
import { z } from "zod";
import type { Settings } from "../desk/settings.ts";
import { readJsonOnce } from "../store/file/durable-file.ts";
import { stampOf } from "../store/file-stamp.ts";

export const Tunnel = z.object({
  via: z.enum(["tailscale", "ssh", "proxy"]),
  /** An https origin, in lower case. */
  address: z.string().regex(/^https:\/\/[a-z0-9.-]+(?::\d+)?$/),
  /** The hub's port, where the tunnel ends. */
  port: z.int(),
  /** The port of Tailscale's https server. */
  httpsPort: z.int().optional(),
  /** Of ssh: the other machine, and the socket of the connection. */
  host: z.string().optional(),
  socket: z.string().optional(),
  openedAt: z.string(),
});
export type Tunnel = z.infer<typeof Tunnel>;

type Places = Pick<Settings, "stateDirectory" | "voice_bridge.network.public_address">;

export function tunnelPath(stateDirectory: string): string {
  return join(stateDirectory, "tunnel.json");
}

/** Null if none is open. A note that cannot be read opens nothing. */
export function readTunnel(stateDirectory: string): Tunnel | null {
  try {
    return Tunnel.safeParse(readJsonOnce(tunnelPath(stateDirectory))).data ?? null;
  } catch {
    return null;
  }
}

/** Without a slash at its end; empty if there is none. */
export function publicAddressOf(settings: Places): string {
  const given = settings["voice_bridge.network.public_address"];
  return given || (readTunnel(settings.stateDirectory)?.address ?? "");
}

/** The address as it is at each call. */
export function followPublicAddress(settings: Places): () => string {
  const given = settings["voice_bridge.network.public_address"];
  if (given) return () => given;
  const path = tunnelPath(settings.stateDirectory);
  let known = { stamp: "", address: "" };
  return () => {
    const stamp = stampOf(path);
    if (stamp !== known.stamp) known = { stamp, address: publicAddressOf(settings) };
    return known.address;
  };
}
