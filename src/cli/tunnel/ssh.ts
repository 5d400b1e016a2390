/**
 * ssh: a port of another machine leads to the hub, where a web server of the person's own gives it
 * https. The connection stays behind as a master with a socket, by which it is found and ended.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Tunnel } from "../../http/public-address.ts";
import { onPath } from "../launch.ts";
import { runHere, runShown } from "./run-program.ts";
import { TunnelError, type Way, type WayBack } from "./way.ts";

interface SshFacts {
  host: string;
  address: string;
  port: number;
  openedAt: string;
}

// Nothing that ssh could read as an option, and nothing that a shell would.
const HOST = /^(?!-)[\w.@:%[\]-]+$/;

export function sshWay(facts: SshFacts, remotePort: number, stateDirectory: string): Way {
  const { host, port } = facts;
  if (!HOST.test(host)) throw new TunnelError((text) => text.notAHost(host));
  if (onPath("ssh") === undefined) throw new TunnelError((text) => text.noSsh);
  const socket = join(stateDirectory, "tunnel.ssh");
  const words = [
    // Into the background, but only once it is known that the port is open there.
    ...["-f", "-N", "-T", "-M", "-S", socket, "-o", "ExitOnForwardFailure=yes"],
    ...["-o", "ServerAliveInterval=30", "-o", "ServerAliveCountMax=3"],
    // Without somebody to ask, it fails instead of waiting for a passphrase.
    ...(process.stdin.isTTY === true ? [] : ["-o", "BatchMode=yes"]),
    ...["-R", `127.0.0.1:${remotePort}:127.0.0.1:${port}`, "--", host],
  ];
  return {
    tunnel: { via: "ssh", socket, ...facts },
    command: ["ssh", ...words],
    open: () => runShown("ssh", words),
  };
}

export function sshBack({ socket = "", host = "" }: Tunnel): WayBack {
  return { isUp, close };

  function isUp(): Promise<boolean> {
    if (!existsSync(socket)) return Promise.resolve(false);
    return runHere("ssh", ["-S", socket, "-O", "check", "--", host]).then(
      () => true,
      () => false,
    );
  }

  async function close() {
    if (!(await isUp())) return "left" as const;
    await runHere("ssh", ["-S", socket, "-O", "exit", "--", host]);
    return "closed" as const;
  }
}
