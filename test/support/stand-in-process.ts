/**
 * A process that lives as long as this one and is nobody's parent. It stands for an agent whose
 * hooks the tests start: if this process stood for it, every answer of the tests would be the
 * agent's own.
 */
import { spawn } from "node:child_process";

let standIn: number | undefined;

export function standInPid(): number {
  if (standIn === undefined) {
    // It ends with its input, so also when this process is killed.
    const child = spawn("cat", [], { stdio: ["pipe", "ignore", "ignore"] });
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    standIn = child.pid ?? 0;
  }
  return standIn;
}
