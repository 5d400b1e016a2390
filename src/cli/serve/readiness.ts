/**
 * Whether a balancer may send requests to this hub: not while it starts, not while its store cannot
 * be read, and not any more once it was told to end.
 */
import type { Desk } from "../../desk/desk.ts";

export interface Readiness {
  /** A word for why not; null if it may. */
  why(): Promise<string | null>;
  isReady(): boolean;
  become(state: "ready" | "stopping"): void;
}

// A check of a balancer gives up after a second or more.
const ANSWERS_WITHIN_MS = 800;

export function followReadiness({ count }: Pick<Desk, "count">): Readiness {
  let state: "starting" | "ready" | "stopping" = "starting";
  return { why, isReady: () => state === "ready", become };

  function become(next: typeof state) {
    state = next;
  }

  async function why(): Promise<string | null> {
    if (state !== "ready") return state;
    return (await isStoreThere()) ? null : "store";
  }

  async function isStoreThere(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, ANSWERS_WITHIN_MS, false);
    });
    const counted = count({ status: "pending" }, 1).then(
      () => true,
      () => false,
    );
    return Promise.race([counted, late]).finally(() => clearTimeout(timer));
  }
}
