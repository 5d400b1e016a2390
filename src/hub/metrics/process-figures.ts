/** What is measured of this process: memory, processor time, how late its event loop is. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Family } from "./open-metrics.ts";

const QUANTILES = [0.5, 0.9, 0.99] as const;
const NANOSECONDS = 1e9;
// Node counts the time between two looks, so this much is no delay.
const RESOLUTION_MS = 10;

export function measureProcess(version: string) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  return { families, close: () => void delay.disable() };

  function families(): Family[] {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    return [
      {
        ...{ name: "askline_build", type: "info", help: "The version that runs." },
        samples: [{ suffix: "_info", labels: { version, node: process.version }, value: 1 }],
      },
      gauge("process_resident_memory_bytes", "Memory of this process.", rss),
      gauge("nodejs_heap_used_bytes", "Of JavaScript's heap in use.", heapUsed),
      gauge("nodejs_heap_size_bytes", "JavaScript's heap.", heapTotal),
      gauge("nodejs_external_memory_bytes", "Memory of buffers.", external),
      {
        ...{ name: "process_cpu_seconds", type: "counter", unit: "seconds" },
        help: "Processor time of this process.",
        samples: [{ suffix: "_total", value: (user + system) / 1e6 }],
      },
      {
        ...{ name: "process_start_time_seconds", type: "gauge", unit: "seconds" },
        help: "When this process started.",
        samples: [{ value: performance.timeOrigin / 1000 }],
      },
      {
        ...{ name: "nodejs_eventloop_delay_seconds", type: "summary", unit: "seconds" },
        help: "How much later than asked for a timer fired, since the start.",
        samples: QUANTILES.map((quantile) => ({
          labels: { quantile: String(quantile) },
          value: Math.max(0, delay.percentile(quantile * 100) / NANOSECONDS - RESOLUTION_MS / 1000),
        })),
      },
    ];
  }
}

function gauge(name: string, help: string, value: number): Family {
  return { name, type: "gauge", unit: "bytes", help, samples: [{ value }] };
}
