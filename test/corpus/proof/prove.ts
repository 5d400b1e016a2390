/**
 * Proves that a command destroys: runs it on a made-up project in a room of its own (another user,
 * private mounts, processes and network, programs read-only) and looks at what is gone afterwards.
 */
import { execFile, execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const here = import.meta.dirname;

export interface Prover extends Disposable {
  /** What the command took away: lines of a listing that are no longer true. */
  lostBy(command: string): Promise<string[]>;
}

/** Null where the system gives no private namespaces to a program; then nothing is run. */
export async function openProver(): Promise<Prover | null> {
  const folder = mkdtempSync(join(tmpdir(), "askline-proof-"));
  const prover = {
    lostBy,
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
  const project = join(folder, "project.tar");
  mkdirSync(join(folder, "made/mina"), { recursive: true });
  execFileSync("bash", [join(here, "project.sh"), join(folder, "made/mina")], {
    env: { ...process.env, PROVED_SHOP: "/home/mina/shop" },
    stdio: "ignore",
  });
  execFileSync("tar", ["cf", project, "-C", join(folder, "made"), "."]);
  chmodSync(folder, 0o755);
  chmodSync(project, 0o644);
  // The room has to hold before anything is run in it: it is left untouched by `true`, a file of
  // its own can be deleted, and nothing else can be written to.
  const holds =
    (await lostBy("true")).length === 0 &&
    (await lostBy("rm keep.txt")).length > 0 &&
    (await lostBy("touch /usr/x 2> /dev/null && rm keep.txt")).length === 0 &&
    (await lostBy("test -e /root -o -S /run/docker.sock && rm keep.txt")).length === 0;
  if (holds) return prover;
  prover[Symbol.dispose]();
  return null;

  function lostBy(command: string): Promise<string[]> {
    const sandbox = join(here, "sandbox.sh");
    return new Promise((resolve) => {
      execFile("bash", [sandbox, project, command], { timeout: 30_000 }, (_error, stdout) => {
        resolve(stdout.split("\n").filter((line) => line !== ""));
      });
    });
  }
}

/** Commands that are not run even there: they reach for the machine itself. */
export const NEVER_RUN =
  /:\(\)|bomb\(\)|sysrq|kexec|\b(?:reboot|shutdown|halt|poweroff|telinit|insmod|rmmod|modprobe)\b|\/dev\/(?:sd|nvme)/;
