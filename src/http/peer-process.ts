/**
 * The process at the other end of a connection from this machine, by Linux's tables of sockets.
 * Null for a peer elsewhere, in another container, of another account, and on other systems;
 * `left` for one on this machine that has closed its end already.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import type { Socket } from "node:net";
import { plainAddress } from "./network.ts";

export function peerProcess(socket: Socket): number | "left" | null {
  const { remotePort, localPort } = socket;
  if (process.platform !== "linux" || remotePort === undefined || localPort === undefined)
    return null;
  const peer = plainAddress(socket.remoteAddress);
  const isHere = /^(127\.|::1$)/.test(peer) || peer === plainAddress(socket.localAddress);
  if (!isHere) return null;
  // A table that changes while it is read may lack a row.
  const inode = inodeOf(remotePort, localPort) ?? inodeOf(remotePort, localPort);
  if (inode !== null) return holderOf(inode);
  // Only a table in which our own end stands says that the other one is gone.
  return inodeOf(localPort, remotePort) === null ? null : "left";
}

/** The peer's own end: its local port is our remote one. */
function inodeOf(localPort: number, remotePort: number): string | null {
  const ends = [hex(localPort), hex(remotePort)];
  for (const table of ["/proc/net/tcp", "/proc/net/tcp6"]) {
    for (const row of textAt(table).split("\n").slice(1)) {
      const [, local = "", remote = "", , , , , , , inode = "0"] = row.trim().split(/\s+/);
      if (local.endsWith(`:${ends[0]}`) && remote.endsWith(`:${ends[1]}`) && inode !== "0")
        return inode;
    }
  }
  return null;
}

function holderOf(inode: string): number | null {
  const wanted = `socket:[${inode}]`;
  // The newest first: a program that was started for one request is among them.
  const pids = namesIn("/proc").map(Number).filter(Number.isInteger);
  for (const pid of pids.sort((one, other) => other - one)) {
    if (pid === process.pid) continue;
    const folder = `/proc/${pid}/fd`;
    if (namesIn(folder).some((name) => targetOf(`${folder}/${name}`) === wanted)) return pid;
  }
  // This process talks to itself, as an inbox does with its own pages.
  return namesIn("/proc/self/fd").some((name) => targetOf(`/proc/self/fd/${name}`) === wanted)
    ? process.pid
    : null;
}

function hex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, "0");
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return "";
  }
}

function textAt(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
