/** A store that is opened with its first use, for those who cannot wait for it to open. */
import type { AskStore } from "./ask-store.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { JobStore } from "./jobs.ts";

export function lazyStore(
  open: () => Promise<AskStore>,
  { hasJobs = false }: { hasJobs?: boolean } = {},
): AskStore {
  let opening: Promise<AskStore> | undefined;
  let opened: AskStore | undefined;
  const jobs: JobStore = {
    take: async (...given) => (await ownJobs()).take(...given),
    forget: async (doneBefore) => (await ownJobs()).forget(doneBefore),
  };
  const clock: Clock = {
    now: () => (opened?.clock ?? systemClock).now(),
    monotonic: systemClock.monotonic,
    after: systemClock.after,
  };
  return {
    clock,
    keepDeadlines,
    jobs: hasJobs ? jobs : undefined,
    ready: async () => (await store()).ready?.(),
    create: async (ask) => (await store()).create(ask),
    load: async (id) => (await store()).load(id),
    list: async (filter) => (await store()).list(filter),
    find: async (filter) => (await store()).find(filter),
    page: async (query) => (await store()).page(query),
    count: async (...given) => (await store()).count(...given),
    nextDue: async (most) => (await store()).nextDue(most),
    glance: async (most) => (await store()).glance(most),
    settle: async (...given) => (await store()).settle(...given),
    amend: async (...given) => (await store()).amend(...given),
    markTaken: async (...given) => (await store()).markTaken(...given),
    noteEffect: async (...given) => (await store()).noteEffect(...given),
    whenSettled: async (...given) => (await store()).whenSettled(...given),
    watch: async (...given) => (await store()).watch(...given),
    remove: async (id) => (await store()).remove(id),
    cleanUp: async (...given) => (await store()).cleanUp(...given),
    drafts: {
      save: async (...given) => (await store()).drafts.save(...given),
      load: async (...given) => (await store()).drafts.load(...given),
      clear: async (...given) => (await store()).drafts.clear(...given),
      copy: async (...given) => (await store()).drafts.copy(...given),
    },
    async close() {
      // One that was never used has nothing to close, and one that failed to open neither.
      await (await opening?.catch(() => undefined))?.close();
    },
  };

  async function ownJobs(): Promise<JobStore> {
    const { jobs: own } = await store();
    if (own === undefined) throw new Error("This store has no jobs.");
    return own;
  }

  function keepDeadlines(): () => void {
    let stop = () => {};
    let isOver = false;
    const kept = store().then((one) => {
      if (!isOver) stop = one.keepDeadlines?.() ?? stop;
    });
    // Whoever asks something of it hears why it does not open.
    kept.catch(() => undefined);
    return () => {
      isOver = true;
      stop();
    };
  }

  /** A store that could not be opened is opened anew by the next use. */
  function store(): Promise<AskStore> {
    opening ??= open().then(
      (one) => {
        opened = one;
        return one;
      },
      (error) => {
        opening = undefined;
        throw error;
      },
    );
    return opening;
  }
}
