import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { surfaceList } from "./scripts/surface-list.ts";
import { patient } from "./test/support/patience.ts";

// It installs agents' clients, so it needs the network.
const ONLY_IN_SOAK = ["test/soak/real-*.test.ts"];

export default defineConfig({
  plugins: [surfaceList()],
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, ...(process.env["ASKLINE_SOAK"] ? [] : ONLY_IN_SOAK)],
    setupFiles: ["test/support/same-every-time.ts"],
    isolate: false,
    // Most of a test's time goes by waiting for processes, terminals and pages: with three workers a
    // core, a quarter of the processor was idle.
    maxWorkers: Math.min(8, 4 * availableParallelism()),
    testTimeout: patient(process.env["ASKLINE_SOAK"] ? 3_600_000 : 120_000),
    hookTimeout: patient(60_000),
    // Something on a page, on disk or in a process that is to come; a second is short where many of them run.
    expect: { poll: { timeout: patient(15_000) } },
  },
});
