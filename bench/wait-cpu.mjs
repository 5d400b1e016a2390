/**
 * The cost of waiting: processor time of one wait over 30 s, next to an empty 200 ms
 * timer over the same 30 s.
 */
import { median } from "./support/figures.mjs";
import { onScene } from "./support/scene.mjs";
import { row } from "./support/table.mjs";

// The figures are some tens of milliseconds and noisy, so three pairs run side by
// side and the median counts.
const PAIRS = 3;
const SECONDS = 30;

export async function waitCpu() {
  return onScene(async ({ folder, start }) => {
    const workers = await Promise.all(Array.from({ length: 2 * PAIRS }, () => start("idle")));
    const waits = workers.slice(0, PAIRS).map((worker) => worker.call("wait", folder, SECONDS));
    const timers = workers.slice(PAIRS).map((worker) => worker.call("tick", SECONDS));
    const [waiting, ticking] = [await Promise.all(waits), await Promise.all(timers)];
    const spread = (values) => `of ${values.map((value) => value.toFixed(1)).join(", ")}`;
    return [
      row(`one wait for ${SECONDS} s`, median(waiting), "ms", { note: spread(waiting) }),
      row(`baseline: empty 200 ms timer for ${SECONDS} s`, median(ticking), "ms", {
        note: spread(ticking),
      }),
      row("ratio", median(waiting) / median(ticking), "x", { goal: 2.5 }),
    ];
  });
}
