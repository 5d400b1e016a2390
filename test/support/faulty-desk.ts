/**
 * A desk on real files that can be made to fail once, and that counts who watches it and which
 * timers are set.
 */
import { randomUUID } from "node:crypto";
import { createDesk } from "../../src/desk/desk.ts";
import { type Clock, systemClock } from "../../src/store/clock.ts";
import { openFileStore } from "../../src/store/file/file-store.ts";
import { thisProcess } from "../../src/store/process-identity.ts";
import { openSandbox } from "./sandbox.ts";

const colour = {
  title: "Door",
  prompt: "Which colour?",
  options: [{ label: "Red" }, { label: "Blue" }],
};

export function openFaultyDesk() {
  const files = openSandbox();
  const store = openFileStore({ directory: files.at("sessions") });
  const own = createDesk({
    store,
    clock: systemClock,
    newId: randomUUID,
    owner: thisProcess,
    lifeOf: () => "alive",
  });
  let fails = false;
  let watches = 0;
  const timers = new Set<() => void>();
  const desk: typeof own = {
    ...own,
    list: (...given) => failing() ?? own.list(...given),
    page: (...given) => failing() ?? own.page(...given),
    async watch(...given) {
      await failing();
      const watch = await own.watch(...given);
      watches += 1;
      return {
        close() {
          watches -= 1;
          watch.close();
        },
      };
    },
  };
  const clock: Clock = {
    now: systemClock.now,
    monotonic: systemClock.monotonic,
    after(milliseconds, run) {
      const stop = systemClock.after(milliseconds, () => {
        timers.delete(cancel);
        run();
      });
      const cancel = () => {
        timers.delete(cancel);
        stop();
      };
      timers.add(cancel);
      return cancel;
    },
  };
  return {
    ...{ files, desk, clock },
    ask: () =>
      own.ask({ questions: [colour], source: { kind: "test", project: "shop" }, mode: "detached" }),
    answer: ({ id }: { id: string }) =>
      own.answer(id, { answers: [{ optionIds: ["1"] }] }, { surface: "terminal", who: "Grace" }),
    failOnce() {
      fails = true;
    },
    leftovers: () => watches + timers.size,
    async [Symbol.asyncDispose]() {
      await own.close();
      files[Symbol.dispose]();
    },
  };

  function failing(): Promise<never> | undefined {
    if (!fails) return undefined;
    fails = false;
    return Promise.reject(new Error("the disk is away for a moment"));
  }
}
