/**
 * A surface in a place that all hubs share, such as a Slack workspace, is run by one of them. The
 * right to run it is a job with a lease: a hub that ends hands it on at once, and one that dies or
 * loses the database loses it within fifteen seconds. Then another hub opens the surface, which
 * finds what the one before has posted.
 */
import { type Clock, within } from "../../store/clock.ts";
import type { JobStore, OwnJob } from "../../store/jobs.ts";
import type { AskFeed, Surface, SurfaceOff } from "../../surfaces/surface.ts";

const LEASE_MS = 15_000;
const RENEWED_EVERY_MS = 5_000;
const RENEWS_WITHIN_MS = 3_000;
const LOOKS_EVERY_MS = 2_000;

export function runByOneHub(parts: {
  /** Opened, and not started. */
  first: Surface;
  open: () => Promise<Surface | SurfaceOff> | undefined;
  jobs: JobStore;
  clock: Clock;
  onWarning: (message: string) => void;
}): Surface {
  const { first, open, jobs, clock, onWarning } = parts;
  const { name, label } = first;
  // The next one to start; what is closed is not started again.
  let unstarted: Surface | null = first;
  let running: Surface | null = null;
  let job: OwnJob | null = null;
  let renewedAt = 0;
  let feed: AskFeed | null = null;
  let reachListener = () => {};
  let cancel = () => {};
  let step: Promise<void> = Promise.resolve();
  let isClosed = false;
  return {
    name,
    label,
    ...(first.publicRoutes === undefined ? {} : { publicRoutes: first.publicRoutes }),
    ...(first.routes === undefined ? {} : { routes: first.routes }),
    isReachable: () => running !== null && running.isReachable?.() !== false,
    isSetUp: () => (running ?? first).isSetUp?.() !== false,
    whenReachable(listener) {
      reachListener = listener;
      first.whenReachable?.(listener);
    },
    notify: async (...given) => (await running?.notify?.(...given)) ?? false,
    tellFailure: async (...given) => (await running?.tellFailure?.(...given)) ?? false,
    isShowing: (askId) => running?.isShowing?.(askId) === true,
    health: () => running?.health?.() ?? {},
    connections: () => running?.connections?.() ?? elsewhere(),
    async start(asks) {
      feed = asks;
      await look();
    },
    async close() {
      isClosed = true;
      cancel();
      await step.catch(() => undefined);
      await (running ?? unstarted)?.close();
      // The next hub need not wait for the end of the lease.
      await job?.giveBack({ afterMs: 0 }).catch(() => undefined);
    },
  };

  function look(): Promise<void> {
    step = (running === null ? take() : keep())
      .catch((error: Error) => onWarning(`${label.en.name} may not be served: ${error.message}`))
      .finally(() => {
        const pause = running === null ? LOOKS_EVERY_MS : RENEWED_EVERY_MS;
        if (!isClosed) cancel = clock.after(pause, () => void look());
      });
    return step;
  }

  async function take(): Promise<void> {
    const taken = await jobs.take({ kind: "surface", id: `surface ${name}` }, LEASE_MS);
    if (taken.state !== "ours" || feed === null) return;
    job = taken;
    renewedAt = clock.monotonic();
    unstarted ??= await opened();
    if (unstarted === null || isClosed) return;
    running = unstarted;
    unstarted = null;
    await running.start(feed);
    reachListener();
  }

  /** Ends the surface before the lease ends, so that there are never two of it. */
  async function keep(): Promise<void> {
    const begun = clock.monotonic();
    const renewal = job?.renew(LEASE_MS) ?? Promise.resolve(false);
    const isOurs = await within(clock, RENEWS_WITHIN_MS, renewal).catch(() => null);
    if (isOurs === true) renewedAt = begun;
    const isOver = clock.monotonic() - renewedAt > LEASE_MS / 2;
    if (isOurs !== false && !isOver) return;
    const lost = running;
    running = null;
    job = null;
    onWarning(`${label.en.name} is served by another hub now.`);
    await lost?.close();
  }

  async function opened(): Promise<Surface | null> {
    const one = await open();
    if (one === undefined || "off" in one) return null;
    one.whenReachable?.(reachListener);
    return one;
  }

  function elsewhere() {
    return { [name]: { isConnected: true, detail: "Another hub serves it." } };
  }
}
