/**
 * A place with a network of its own and one line to this machine, as another machine would be. Where
 * that cannot be made (it takes root and Linux), the place is this machine itself.
 */
import { execFileSync } from "node:child_process";

export interface OtherNetwork extends Disposable {
  /** The address of this machine, as seen from there. */
  address: string;
  /** What to put before a command that should run there. */
  within: string[];
}

export function openOtherNetwork(): OtherNetwork {
  const name = `askline-${process.pid}`;
  const [here, there] = [`ask${process.pid % 100_000}a`, `ask${process.pid % 100_000}b`];
  const net = `10.213.${process.pid % 250}`;
  const ip = (...words: string[]) => execFileSync("ip", words, { stdio: "ignore" });
  try {
    ip("netns", "add", name);
    ip("link", "add", here, "type", "veth", "peer", "name", there, "netns", name);
    ip("addr", "add", `${net}.1/30`, "dev", here);
    ip("link", "set", here, "up");
    ip("-n", name, "addr", "add", `${net}.2/30`, "dev", there);
    ip("-n", name, "link", "set", there, "up");
  } catch {
    remove();
    return { address: "127.0.0.1", within: [], [Symbol.dispose]: () => undefined };
  }
  return {
    address: `${net}.1`,
    within: ["ip", "netns", "exec", name],
    [Symbol.dispose]: remove,
  };

  /** The line goes with the place at its other end. */
  function remove() {
    try {
      ip("netns", "del", name);
    } catch {
      // It was never made.
    }
  }
}
