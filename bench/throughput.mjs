/**
 * How many sessions can be created and answered per second, by one process and by
 * four on the same folder.
 */
import { join } from "node:path";
import { timed } from "./support/figures.mjs";
import { onScene } from "./support/scene.mjs";
import { row } from "./support/table.mjs";

const WARM_UP_CYCLES = 20;
const CYCLES = 400;
const FSYNCS = 2_000;

export async function throughput() {
  const alone = await perSecond(1);
  const together = await perSecond(4);
  return [
    row("create + answer, 1 process", alone.cycles, "/s"),
    row("create + answer, 4 processes", together.cycles, "/s"),
    row("baseline: fsync of a small file, 1 process", alone.fsyncs, "/s"),
    row("baseline: fsync of a small file, 4 processes", together.fsyncs, "/s"),
    row("fsyncs in the time of one cycle, 1 process", alone.fsyncs / alone.cycles, "x"),
    row("fsyncs in the time of one cycle, 4 processes", together.fsyncs / together.cycles, "x"),
  ];
}

async function perSecond(processes) {
  return onScene(async ({ folder, start }) => {
    const workers = await Promise.all(Array.from({ length: processes }, () => start("session")));
    const each = (work) => Promise.all(workers.map(work));
    await each((worker) => worker.call("open", folder));
    await each((worker) => worker.call("cycles", WARM_UP_CYCLES));
    const cycling = await timed(() => each((worker) => worker.call("cycles", CYCLES / processes)));
    const syncing = await timed(() =>
      each((worker, index) =>
        worker.call("timeFsyncs", join(folder, `fsync-${index}`), FSYNCS / processes),
      ),
    );
    return { cycles: (CYCLES / cycling) * 1000, fsyncs: (FSYNCS / syncing) * 1000 };
  });
}
