/** The ways to an https address: Tailscale, a machine reached by ssh, a proxy of the person's own. */
import type { Tunnel } from "../../http/public-address.ts";
import { sshBack, sshWay } from "./ssh.ts";
import { tailscaleBack, tailscaleWay } from "./tailscale.ts";
import { TunnelError, type Way, type WayBack } from "./way.ts";

const ADDRESS = /^https:\/\/[a-z0-9.-]+(?::\d+)?$/;

export interface Wish {
  ssh?: string;
  address?: string;
  remotePort?: number;
}

export async function wayFor(
  { ssh, address: given, remotePort }: Wish,
  port: number,
  stateDirectory: string,
): Promise<Way> {
  const openedAt = new Date().toISOString();
  if (given === undefined && ssh !== undefined)
    throw new TunnelError((text) => text.sshNeedsAddress);
  if (given === undefined) return tailscaleWay({ port, openedAt });
  const address = given.toLowerCase().replace(/\/$/, "");
  if (!ADDRESS.test(address)) throw new TunnelError((text) => text.notAnAddress(given));
  if (ssh !== undefined)
    return sshWay({ host: ssh, address, port, openedAt }, remotePort ?? port, stateDirectory);
  return {
    tunnel: { via: "proxy", address, port, openedAt },
    command: null,
    open: async () => undefined,
  };
}

export function wayBack(tunnel: Tunnel): WayBack {
  if (tunnel.via === "tailscale") return tailscaleBack(tunnel);
  if (tunnel.via === "ssh") return sshBack(tunnel);
  return { isUp: async () => null, close: async () => "forgotten" };
}
